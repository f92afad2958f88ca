import cluster, { type Worker } from 'node:cluster';
import { type FiguresMessage, isFiguresMessage } from '../operations/figures-of-workers';

/** In milliseconds: how long a worker may take to give its figures, as one that is busy does; the others do not wait longer. */
const WAIT_MS = 1_000;

interface Collection {
  readonly missing: Set<number>;
  readonly texts: string[];
  readonly finish: () => void;
}

/** Collects the figures of all workers for the one that was asked for them. */
export class FiguresExchange {
  private readonly open = new Map<string, Collection>();

  /** @param serving those who have figures */
  constructor(private readonly serving: () => readonly Worker[]) {
    cluster.on('message', (worker, message: unknown) => {
      if (!isFiguresMessage(message)) return;
      if (message.figures === 'wanted') this.collect(worker, message.id);
      if (message.figures === 'given') this.take(worker.id, message.id, message.text);
    });
    cluster.on('exit', ({ id: gone }) => {
      for (const id of this.open.keys()) this.take(gone, id);
    });
  }

  private collect(asker: Worker, id: string): void {
    const asked = this.serving();
    const texts: string[] = [];
    const finish = (): void => {
      clearTimeout(timer);
      this.open.delete(id);
      send(asker, { figures: 'collected', id, texts });
    };
    const timer = setTimeout(finish, WAIT_MS);
    this.open.set(id, { missing: new Set(asked.map((worker) => worker.id)), texts, finish });
    for (const worker of asked) send(worker, { figures: 'asked', id });
  }

  private take(worker: number, id: string, text?: string): void {
    const collection = this.open.get(id);
    if (!collection?.missing.delete(worker)) return;
    if (text !== undefined) collection.texts.push(text);
    if (collection.missing.size === 0) collection.finish();
  }
}

/** It may have ended a moment ago. */
function send(worker: Worker, message: FiguresMessage): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

/** What the processes that share a port, and the one that started them, tell each other of their figures. */
export type FiguresMessage =
  | {
      /** A worker wants those of all; the others, and it too, are to give theirs. */
      readonly figures: 'wanted' | 'asked';
      readonly id: string;
    }
  | {
      readonly figures: 'given';
      readonly id: string;
      readonly text: string;
    }
  | {
      readonly figures: 'collected';
      readonly id: string;
      readonly texts: readonly string[];
    };

export const isFiguresMessage = (message: unknown): message is FiguresMessage =>
  typeof message === 'object' && message !== null && 'figures' in message;

/** In milliseconds: longer than the process in between waits for those that do not answer. */
const WAIT_MS = 2_000;

/** A worker's part in it. */
export class FiguresOfWorkers {
  private readonly waiting = new Map<string, (texts: readonly string[]) => void>();
  private wanted = 0;

  /** @param own what this worker has, in the text format of Prometheus */
  constructor(
    private readonly worker: number,
    private readonly own: () => Promise<string>,
  ) {
    process.on('message', this.onMessage);
  }

  /** Those of all workers that answer in time, of this one in any case. */
  async all(): Promise<string> {
    const id = `${String(this.worker)}/${String(++this.wanted)}`;
    const collected = new Promise<readonly string[]>((resolve) => {
      this.waiting.set(id, resolve);
      setTimeout(() => resolve([]), WAIT_MS).unref();
    });
    send({ figures: 'wanted', id });
    const texts = await collected;
    this.waiting.delete(id);
    return texts.length === 0 ? this.own() : merged(texts);
  }

  private readonly onMessage = (message: unknown): void => {
    if (!isFiguresMessage(message)) return;
    if (message.figures === 'collected') this.waiting.get(message.id)?.(message.texts);
    if (message.figures === 'asked') void this.own().then((text) => send({ figures: 'given', id: message.id, text }));
  };
}

/** The process that started this one may have ended meanwhile. */
function send(message: FiguresMessage): void {
  if (process.connected) process.send?.(message);
}

/** One text of several whose samples differ by a label: what a metric is stands before all of its samples. */
export function merged(texts: readonly string[]): string {
  const metrics = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.trimEnd().split('\n\n'))) {
    const [help = '', type = '', ...samples] = block.split('\n');
    const head = `${help}\n${type}`;
    const known = metrics.get(head);
    if (known) known.push(...samples);
    else metrics.set(head, samples);
  }
  return [...metrics].map(([head, samples]) => `${[head, ...samples].join('\n')}\n`).join('\n');
}

import { Injectable } from '@nestjs/common';
import { Journal } from '../events/domain/journal';
import { Transactions } from '../kernel/transactions';
import { KeyRotation, type Rotation } from './domain/key-rotation';

/** What can be done with the keys that seal secrets. */
@Injectable()
export class KeysService {
  constructor(
    private readonly rotation: KeyRotation,
    private readonly transactions: Transactions,
    private readonly journal: Journal,
  ) {}

  /** Seals anew what is not sealed with the first key. May run again at any time, and goes on where it was ended. */
  async rotate(
    progress: (done: number) => void = () => undefined,
    stop: AbortSignal = new AbortController().signal,
  ): Promise<Rotation> {
    const rotation = await this.rotation.run(progress, stop);
    const { key, resealed, remaining } = rotation;
    if (Object.values(resealed).some((rows) => rows > 0)) {
      await this.transactions.run(async () => {
        const after = JSON.stringify({ key, resealed, remaining });
        this.journal.record({ resource: 'key', id: key, action: 'keys.rotated', after });
      });
    }
    return rotation;
  }
}

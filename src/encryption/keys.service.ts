import { Injectable } from '@nestjs/common';
import { ChangeLog } from '../kernel/change-log';
import { KeyRotation, type Rotation } from './domain/key-rotation';
import { SecretBox } from './secret-box';

/** What can be done with the keys that seal secrets. */
@Injectable()
export class KeysService {
  constructor(
    private readonly rotation: KeyRotation,
    private readonly box: SecretBox,
    private readonly changes: ChangeLog,
  ) {}

  /** Seals anew what is not sealed with the first key. May run again at any time, and goes on where it was ended. */
  rotate(progress?: (done: number) => void, stop?: AbortSignal): Promise<Rotation> {
    const key = this.box.keyId;
    return this.rotation.run(
      (resealed) => {
        const after = JSON.stringify({ key, ...resealed });
        return this.changes.record({ entry: { resource: 'key', id: key, action: 'keys.rotated', after } });
      },
      progress,
      stop,
    );
  }
}

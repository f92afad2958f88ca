import { statSync } from 'node:fs';
import { DomainError } from '../kernel/domain-error';

/** The file of an embedded database. What was moved or removed under the service goes on without a name, seen by nobody. */
export class DatabaseFile {
  private readonly identity: string | undefined;

  constructor(private readonly path: string) {
    this.identity = this.current();
  }

  /** @throws DomainError of kind `unavailable` where another file, or none, has the name of the one that was opened */
  require(): void {
    if (this.current() === this.identity) return;
    throw DomainError.unavailable('the file of the database was moved or removed', undefined);
  }

  private current(): string | undefined {
    const found = statSync(this.path, { throwIfNoEntry: false });
    return found && `${String(found.dev)} ${String(found.ino)}`;
  }
}

/** What a configuration refers to outside of itself; a port, as not every sender of one may refer to anything. */
export abstract class ReferenceResolver {
  /** Why nothing can be referred to, in words that go on from "must be plain:"; undefined where it can. */
  abstract readonly refusal: string | undefined;

  /** The value of an environment variable; undefined where it is not set. */
  abstract variable(name: string): string | undefined;

  /** Whether a variable is a setting of the service, which is not for files to read. */
  abstract isSetting(name: string): boolean;

  /** The content of a file of at most 16 MiB; undefined where there is none that can be read. */
  abstract file(path: string): Promise<Buffer | undefined>;

  /** The paths of the JSON files in a folder, in the order of their names; undefined where there is no such folder. */
  abstract folder(path: string): Promise<readonly string[] | undefined>;
}

/** For a configuration that comes from elsewhere: the variables and files here are not for its sender to read. */
export class RefusingResolver extends ReferenceResolver {
  override readonly refusal = 'the service does not read its own environment and files for its callers';

  override variable(): undefined {
    return undefined;
  }

  override isSetting(): boolean {
    return false;
  }

  override async file(): Promise<undefined> {
    return undefined;
  }

  override async folder(): Promise<undefined> {
    return undefined;
  }
}

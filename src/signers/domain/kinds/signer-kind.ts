import type { Account, Curve } from '../../../chains/account';
import type { DeclaredClass } from '../../../kernel/declarations';
import type { Fault } from '../../../kernel/domain-error';

type ConfigExample = Readonly<Record<string, unknown>>;

/** What a signer type declares. One file defines it, one line of the registry adds it. */
export interface SignerKind<C extends object = object> {
  /** The value of `type`. */
  readonly type: string;
  /** What people call it. */
  readonly title: string;
  /** Other values of `type` that a creation may give; the answer has `type`. */
  readonly aliases?: readonly string[];
  /** The declared shape of its configuration, its secret fields marked. */
  readonly config: DeclaredClass<C>;
  /** The network types it can sign for. */
  readonly networkTypes: readonly string[];
  /**
   * Rules between fields; paths are relative to the configuration. A configuration that was read with faults is
   * checked too, so that a caller hears of every fault at once.
   */
  check?(config: C): readonly Fault[];
  /** The account it signs for on a curve, where the configuration tells it. */
  account?(config: C, curve: Curve): Account | undefined;
  /** What differs where it is written in a configuration file of the OpenZeppelin Relayer. */
  readonly inFiles?: {
    /** The field whose value a file may give as the `path` and `passphrase` of an encrypted keystore. */
    readonly keystore?: string;
    /** The fields that are no secrets, and whose values a file may give as references all the same. */
    readonly references?: readonly string[];
    /** What a file may leave out. */
    readonly defaults?: ConfigExample;
    /** The only values that it takes, by path, where more are taken here. */
    readonly values?: Readonly<Record<string, readonly string[]>>;
  };
  /** Tested as they stand; the first good one is an example in the API description. Keys in it are public test vectors. */
  readonly examples: {
    readonly good: readonly ConfigExample[];
    readonly bad: readonly { readonly config: ConfigExample; readonly faults: readonly Fault[] }[];
  };
}

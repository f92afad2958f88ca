import type { DeclaredClass } from '../../../kernel/declarations';
import type { Fault } from '../../../kernel/domain-error';
import type { NetworkDraft } from '../network.fields';

type Example = Readonly<Record<string, unknown>>;

/** What a type of networks declares. One file defines it, one line of the registry adds it. */
export interface NetworkKind<Fields extends NetworkDraft = NetworkDraft> {
  /** The value of `network_type`. */
  readonly type: string;
  /** What people call it. */
  readonly title: string;
  /** The declared shape of a creation: what all networks have, and what those of the type have beside it. */
  readonly fields: DeclaredClass<Fields>;
  /** What a network must have beside its endpoints, of its own or inherited. */
  readonly required: readonly (keyof Fields & string)[];
  /** The lists that a network adds to those that it inherits. */
  readonly united: readonly (keyof Fields & string)[];
  /** What is for files only: no answer has it. */
  readonly hidden: readonly (keyof Fields & string)[];
  /** Rules between fields; those that were read with faults are checked, too. */
  check?(fields: Fields): readonly Fault[];
  /** Tested as they stand, and shown in the API description. */
  readonly examples: {
    readonly good: readonly Example[];
    readonly bad: readonly { readonly network: Example; readonly faults: readonly Fault[] }[];
  };
}

import type { Revision } from '../kernel/record';
import type { Network } from '../networks/domain/network';
import type { Notification } from '../notifications/domain/notification';
import type { Plugin } from '../plugins/domain/plugin';
import type { Relayer } from '../relayers/domain/relayer';
import type { Signer } from '../signers/domain/signer';
import type { Inquiry } from './domain/finding';
import type { ApplyOptions, Plan } from './domain/plan';
import type { NetworksServed } from './networks-served';
import type { Progress } from './progress';
import type { RemainingRelayers } from './remaining-relayers';
import type { PlannedChange, SectionPlan } from './section-plan';

/** How a plan is made. */
export interface Planning extends Inquiry {
  readonly options: ApplyOptions;
  /** Whether whoever asks may learn which secrets would change. */
  readonly comparesSecrets: boolean;
  readonly progress?: Progress | undefined;
}

/** A plan, with all that it takes to carry it out until it is closed. */
export interface Planned {
  readonly plan: Plan;
  readonly signers: SectionPlan<Signer>;
  readonly notifications: SectionPlan<Notification>;
  readonly networks: SectionPlan<Network>;
  readonly relayers: SectionPlan<Relayer>;
  readonly plugins: SectionPlan<Plugin>;
  /** The relayers that were served elsewhere: they make room first, so that others may be served there. */
  readonly moved: readonly PlannedChange<Relayer>[];
  readonly served: NetworksServed;
  readonly remaining: RemainingRelayers;
  /** The states of the records that stay as they are, and that changed relayers refer to. */
  readonly references: {
    readonly signers: ReadonlyMap<string, Revision>;
    readonly notifications: ReadonlyMap<string, Revision>;
  };
  close(): void;
}

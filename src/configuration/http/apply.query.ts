import { ChoiceParameter, FlagParameter, TextParameter } from '../../http/page.query';
import type { ApplyOptions } from '../domain/plan';

/** What may become of records that are stored already; the first one where nothing is said. */
export const ON_CONFLICT = ['replace', 'skip', 'fail'] as const;

/** How a configuration is to be applied. */
export class PlanQuery {
  @FlagParameter()
  readonly prune?: boolean;

  @ChoiceParameter(ON_CONFLICT)
  readonly on_conflict?: (typeof ON_CONFLICT)[number];

  get options(): ApplyOptions {
    return { onConflict: this.on_conflict ?? ON_CONFLICT[0], prune: this.prune ?? false };
  }
}

/** The same, and of which plan. */
export class ApplyQuery extends PlanQuery {
  @TextParameter()
  readonly digest?: string;

  override get options(): ApplyOptions {
    return { ...super.options, digest: this.digest };
  }
}

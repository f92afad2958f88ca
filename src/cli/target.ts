import type { Finding } from '../bundle/domain/finding';
import type { Plan, Wish } from '../bundle/domain/plan';
import type { Export } from '../bundle/export.service';

/** What a command answers of a plan. */
export interface Planned {
  readonly plan: Plan;
  readonly warnings: readonly Finding[];
}

/** Where the configuration is that a command is about. A file is opened anew each time, as somebody may edit it. */
export interface Target {
  /** @throws UnusableConfiguration where the file has faults */
  plan(file: string, wish: Wish): Promise<Planned>;

  /**
   * @throws UnusableConfiguration where the file has faults; DomainError `precondition_failed` where the plan is not the
   * one that the wish names
   */
  apply(file: string, wish: Wish): Promise<Planned>;

  export(): Promise<Export>;
}

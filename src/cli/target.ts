import type { Finding } from '../configuration/domain/finding';
import type { Plan, ApplyOptions } from '../configuration/domain/plan';
import type { Export } from '../configuration/export.service';
import type { OpenZeppelinExport } from './openzeppelin-folder';

/** What a command answers of a plan. */
export interface Planned {
  readonly plan: Plan;
  readonly warnings: readonly Finding[];
}

/** Where the configuration is that a command is about. A file is opened anew each time, as somebody may edit it. */
export interface Target {
  /** @throws UnusableConfiguration where the file has faults */
  plan(file: string, options: ApplyOptions): Promise<Planned>;

  /**
   * @throws UnusableConfiguration where the file has faults; DomainError `precondition_failed` where the plan is not the
   * one that the options names
   */
  apply(file: string, options: ApplyOptions): Promise<Planned>;

  export(): Promise<Export>;

  /** What the OpenZeppelin Relayer reads. */
  exportForOpenZeppelin(): Promise<OpenZeppelinExport>;
}

import type { INestApplicationContext } from '@nestjs/common';
import { ConfigurationService } from '../bundle/configuration.service';
import type { Plan, Wish } from '../bundle/domain/plan';
import { type Export, ExportService } from '../bundle/export.service';
import type { Source } from '../bundle/source';
import type { Finding } from '../bundle/domain/finding';
import { withServices } from './application-context';
import { showProgress } from './progress';

/** What a command answers of a plan. */
export interface Planned {
  readonly plan: Plan;
  readonly warnings: readonly Finding[];
}

/** Where the configuration is that a command is about. */
export interface Target {
  plan(source: Source, wish: Wish): Promise<Planned>;
  apply(source: Source, wish: Wish): Promise<Planned>;
  export(): Promise<Export>;
}

/** Works on the database of the settings. */
export const withDatabase = <T>(work: (target: Target) => Promise<T>): Promise<T> =>
  withServices((services) => work(targetOf(services)));

function targetOf(services: INestApplicationContext): Target {
  const configuration = services.get(ConfigurationService);
  const withProgress = async (run: (show: (done: number) => void) => Promise<Planned>): Promise<Planned> => {
    const progress = showProgress('relayers');
    return run(progress.show).finally(progress.end);
  };
  return {
    plan: (source, wish) => withProgress((show) => configuration.plan(source, wish, show)),
    apply: (source, wish) => withProgress((show) => configuration.apply(source, wish, show)),
    export: () => services.get(ExportService).export(),
  };
}

import type { INestApplicationContext } from '@nestjs/common';
import { withFile } from '../configuration/configuration-files';
import { ConfigurationService } from '../configuration/configuration.service';
import { OpenZeppelinForm } from '../configuration/domain/openzeppelin-form';
import { ExportService } from '../configuration/export.service';
import { withServices } from './application-context';
import { showProgress } from './progress';
import type { Planned, Target } from './target';

/** Works on the database of the settings. */
export const withStored = <T>(work: (target: Target) => Promise<T>): Promise<T> =>
  withServices((services) => work(targetOf(services)));

function targetOf(services: INestApplicationContext): Target {
  const configuration = services.get(ConfigurationService);
  const withProgress = async (run: (show: (done: number) => void) => Promise<Planned>): Promise<Planned> => {
    const progress = showProgress('relayers');
    return run(progress.show).finally(progress.end);
  };
  return {
    plan: (file, options) =>
      withProgress((show) => withFile(file, (source) => configuration.plan(source, options, { progress: show }))),
    apply: (file, options) =>
      withProgress((show) => withFile(file, (source) => configuration.apply(source, options, { progress: show }))),
    export: () => services.get(ExportService).export(),
    exportForOpenZeppelin: async () => {
      const form = new OpenZeppelinForm();
      const exported = await services.get(ExportService).export(form);
      return { ...exported, warnings: form.losses, keystores: form.keystores };
    },
  };
}

import type { INestApplicationContext } from '@nestjs/common';
import { Option } from 'commander';
import { ConfigurationService } from '../configuration/configuration.service';
import { ExportService } from '../configuration/export.service';
import { withFile } from '../configuration/configuration-files';
import { withServices } from './application-context';
import { showProgress } from './progress';
import { ServiceTarget } from './service-target';
import type { Planned, Target } from './target';

/** The option that names a running service. */
export const urlOption = (): Option =>
  new Option('--url <url>', 'of a running service, which is asked with the token in RELAYCTL_TOKEN');

/** Works on the database of the settings, or on the service at a URL. */
export const withTarget = <T>(url: string | undefined, work: (target: Target) => Promise<T>): Promise<T> =>
  url === undefined ? withServices((services) => work(targetOf(services))) : work(new ServiceTarget(url));

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
  };
}

import { Command } from 'commander';
import type { Findings } from '../bundle/domain/finding';
import { withFile } from '../bundle/source';
import { validate } from '../bundle/validate';
import { UrlRules } from '../kernel/url-rules';
import { NetworkTypes } from '../relayers/domain/policies';
import { readSettings } from '../settings/read-settings';
import { SignerKinds } from '../signers/domain/kinds';
import { urlOption } from './configuration-target';
import { linesOfFindings } from './finding-lines';
import { ServiceTarget } from './service-target';

interface Options {
  readonly json?: true;
  readonly url?: string;
}

/** `relayctl validate`: judges a configuration file; needs neither a database nor the secrets that it refers to. */
export const validateCommand = (): Command =>
  new Command('validate')
    .description('judge a configuration file: all its faults and warnings at once; exit code 1 where there is a fault')
    .argument('<file>', 'in JSON or YAML, as the OpenZeppelin Relayer has it')
    .option('--json', 'for programs')
    .addOption(urlOption())
    .action(async (file: string, { json, url }: Options) => {
      const { all, hasErrors } = await (url === undefined ? validateHere(file) : new ServiceTarget(url).validate(file));
      console.log(json ? JSON.stringify({ valid: !hasErrors, findings: all }) : linesOfFindings(file, all).join('\n'));
      if (hasErrors) process.exitCode = 1;
    });

function validateHere(file: string): Promise<Findings> {
  const rules = {
    kinds: new SignerKinds(),
    networkTypes: new NetworkTypes(),
    urls: new UrlRules(readSettings().urls),
  };
  return withFile(file, (source) => validate(source, rules));
}

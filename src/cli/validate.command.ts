import { Command } from 'commander';
import { type Finding, hasErrors } from '../configuration/domain/finding';
import { withFile } from '../configuration/configuration-files';
import { validate } from '../configuration/validate';
import { UrlRules } from '../kernel/url-rules';
import { NetworkTypes } from '../relayers/domain/policies';
import { readSettings } from '../settings/read-settings';
import { SignerKinds } from '../signers/domain/kinds';
import { printableJson } from '../kernel/printable';
import { urlOption } from './configuration-target';
import { linesOfFindings } from './finding-lines';
import { ServiceTarget } from './service-target';

interface Options {
  readonly json?: true;
  readonly url?: string;
}

/** `relayctl validate`: validates a configuration file; needs neither a database nor the secrets that it refers to. */
export const validateCommand = (): Command =>
  new Command()
    .argument('<file>', 'in JSON or YAML, as the OpenZeppelin Relayer has it')
    .option('--json', 'for programs')
    .addOption(urlOption())
    .action(async (file: string, { json, url }: Options) => {
      const findings = await (url === undefined ? validateHere(file) : new ServiceTarget(url).validate(file));
      console.log(
        json ? printableJson({ valid: !hasErrors(findings), findings }) : linesOfFindings(file, findings).join('\n'),
      );
      if (hasErrors(findings)) process.exitCode = 1;
    });

function validateHere(file: string): Promise<readonly Finding[]> {
  const rules = {
    kinds: new SignerKinds(),
    networkTypes: new NetworkTypes(),
    urls: new UrlRules(readSettings(process.env).urls),
  };
  return withFile(file, (source) => validate(source, rules));
}

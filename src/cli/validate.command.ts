import { error, type Finding, findingAt, hasErrors } from '../configuration/domain/finding';
import { withFile } from '../configuration/configuration-files';
import { rulesAlone, validate, type ValidateOptions } from '../configuration/validate';
import { readSettings } from '../settings/read-settings';
import { printableJson } from '../kernel/printable';
import { REFUSED } from './exit-codes';
import { linesOfFindings } from './finding-lines';
import { ServiceTarget } from './service-target';

const NOT_JSON = 'is not in JSON: the OpenZeppelin Relayer reads nothing else';

export interface ValidateFileOptions extends Pick<ValidateOptions, 'for'> {
  readonly json?: true;
  readonly url?: string;
  readonly withoutSecrets?: true;
}

/** Validates a configuration file; needs neither a database nor the secrets that it refers to. */
export async function validateFile(
  file: string,
  { json, url, for: system, withoutSecrets }: ValidateFileOptions,
): Promise<void> {
  const options: ValidateOptions = { for: system, secrets: withoutSecrets ? 'ignored' : 'wanted' };
  const found = await (url === undefined
    ? validateHere(file, options)
    : new ServiceTarget(url).validate(file, options));
  const isReadable = system === undefined || !/\.(ya?ml|ndjson)$/i.test(file);
  const findings = isReadable ? found : [findingAt({ path: '' }, error('', NOT_JSON)), ...found];
  console.log(
    json ? printableJson({ valid: !hasErrors(findings), findings }) : linesOfFindings(file, findings).join('\n'),
  );
  if (hasErrors(findings)) process.exitCode = REFUSED;
}

function validateHere(file: string, options: ValidateOptions): Promise<readonly Finding[]> {
  const rules = rulesAlone(readSettings(process.env));
  return withFile(file, (source) => validate(source, rules, options));
}

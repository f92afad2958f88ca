import { type Finding, hasErrors } from '../configuration/domain/finding';
import { withFile } from '../configuration/configuration-files';
import { rulesAlone, validate } from '../configuration/validate';
import { UrlRules } from '../kernel/url-rules';
import { readSettings } from '../settings/read-settings';
import { printableJson } from '../kernel/printable';
import { REFUSED } from './exit-codes';
import { linesOfFindings } from './finding-lines';
import { ServiceTarget } from './service-target';

export interface ValidateOptions {
  readonly json?: true;
  readonly url?: string;
}

/** Validates a configuration file; needs neither a database nor the secrets that it refers to. */
export async function validateFile(file: string, { json, url }: ValidateOptions): Promise<void> {
  const findings = await (url === undefined ? validateHere(file) : new ServiceTarget(url).validate(file));
  console.log(
    json ? printableJson({ valid: !hasErrors(findings), findings }) : linesOfFindings(file, findings).join('\n'),
  );
  if (hasErrors(findings)) process.exitCode = REFUSED;
}

function validateHere(file: string): Promise<readonly Finding[]> {
  const rules = rulesAlone(new UrlRules(readSettings(process.env).urls));
  return withFile(file, (source) => validate(source, rules));
}

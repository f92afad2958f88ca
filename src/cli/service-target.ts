import { error, type Finding, findingAt, Findings, hasErrors, sorted } from '../configuration/domain/finding';
import type { Plan, ApplyOptions } from '../configuration/domain/plan';
import { makePortable, type Portable } from '../configuration/domain/portable';
import type { Export } from '../configuration/export.service';
import { type Source, withFile } from '../configuration/configuration-files';
import { openZeppelinFindings } from '../configuration/domain/openzeppelin-findings';
import type { Resolving } from '../configuration/domain/secret-references';
import type { ValidateOptions } from '../configuration/validate';
import { UnusableConfiguration } from '../configuration/unusable-configuration';
import { DomainError } from '../kernel/domain-error';
import { readClientSettings } from '../settings/read-settings';
import { SignerKinds } from '../signers/domain/kinds';
import type { OpenZeppelinExport } from './openzeppelin-folder';
import { ServiceClient } from './service-client';
import type { Planned, Target } from './target';

const PATH = '/api/v1/configuration';

/** Works on a running service. What a file refers to is read here, where the command runs, and sent with it. */
export class ServiceTarget implements Target {
  private readonly client: ServiceClient;
  private readonly kinds = new SignerKinds();

  /** @throws SettingsError */
  constructor(url: string) {
    this.client = new ServiceClient(url, readClientSettings(process.env).token);
  }

  /** All faults and warnings: those of what the file refers to here, and those that the service finds. */
  validate(file: string, { for: system, secrets = 'wanted' }: ValidateOptions = {}): Promise<readonly Finding[]> {
    return this.withPortable(file, secrets, async (portable, known, { document, resolver }) => {
      if (!portable || !document) return known;
      const { findings: found } = (await this.client.ask(`${PATH}/validate`, {}, portable.text())) as {
        readonly findings: readonly Finding[];
      };
      const findings = new Findings();
      findings.add(known);
      const others = found.filter(({ path }) => !portable.isSettled(path));
      findings.add(others.map((finding) => findingAt(portable.locate(finding.path), finding)));
      if (system !== undefined) {
        findings.addElsewhere(await openZeppelinFindings(document, resolver));
      }
      return findings.all;
    });
  }

  plan(file: string, options: ApplyOptions): Promise<Planned> {
    return this.planned('diff', file, options);
  }

  apply(file: string, options: ApplyOptions): Promise<Planned> {
    return this.planned('apply', file, options);
  }

  async export(): Promise<Export> {
    return (await this.client.ask(PATH)) as Export;
  }

  async exportForOpenZeppelin(): Promise<OpenZeppelinExport> {
    const exported = (await this.client.ask(PATH, { for: 'openzeppelin' })) as Omit<OpenZeppelinExport, 'keystores'>;
    return { ...exported, keystores: [] };
  }

  private planned(what: 'diff' | 'apply', file: string, { onConflict, prune, digest }: ApplyOptions): Promise<Planned> {
    return this.withPortable(file, 'needed', async (portable, findings) => {
      if (!portable || hasErrors(findings)) throw new UnusableConfiguration(findings);
      const query = { on_conflict: onConflict, prune: String(prune), ...(digest !== undefined && { digest }) };
      const asked = this.client.ask(`${PATH}/${what}`, query, portable.text()).catch((thrown: unknown) => {
        throw inTermsOf(portable, thrown);
      });
      const { warnings: found, ...plan } = (await asked) as Plan & Pick<Planned, 'warnings'>;
      const others = found.filter(({ path }) => !portable.isSettled(path));
      const located = others.map((warning) => findingAt(portable.locate(warning.path), warning));
      return { plan, warnings: sorted([...findings, ...located]) };
    });
  }

  private withPortable<T>(
    file: string,
    secrets: Resolving['secrets'],
    work: (portable: Portable | undefined, findings: readonly Finding[], source: Source) => Promise<T>,
  ): Promise<T> {
    return withFile(file, async (source) => {
      const { document, resolver, findings } = source;
      const portable = document && (await makePortable(document, this.kinds, { resolver, secrets }));
      return work(portable, sorted([...findings, ...(portable?.findings ?? [])]), source);
    });
  }
}

/** What the service says of faults, as findings of the file. */
function inTermsOf(portable: Portable, thrown: unknown): unknown {
  if (!(thrown instanceof DomainError) || thrown.kind !== 'invalid' || thrown.faults.length === 0) return thrown;
  const findings = thrown.faults.map(({ path, message }) =>
    findingAt(portable.locate(path === 'body' ? '' : path), error('', message)),
  );
  return new UnusableConfiguration(sorted(findings));
}

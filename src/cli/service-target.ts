import { type Finding, Findings } from '../bundle/domain/finding';
import type { Plan, Wish } from '../bundle/domain/plan';
import { makePortable, type Portable } from '../bundle/domain/portable';
import type { Export } from '../bundle/export.service';
import { withFile } from '../bundle/source';
import { UnusableConfiguration } from '../bundle/unusable-configuration';
import { DomainError } from '../kernel/domain-error';
import { readClientSettings } from '../settings/client-settings';
import { SignerKinds } from '../signers/domain/kinds';
import { ServiceClient } from './service-client';
import type { Planned, Target } from './target';

const PATH = '/api/v1/configuration';

/** Works on a running service. What a file refers to is read here, where the command runs, and sent with it. */
export class ServiceTarget implements Target {
  private readonly client: ServiceClient;
  private readonly kinds = new SignerKinds();

  /** @throws UsageError, SettingsError */
  constructor(url: string) {
    this.client = new ServiceClient(url, readClientSettings().token);
  }

  /** All faults and warnings: those of what the file refers to here, and those that the service finds. */
  validate(file: string): Promise<Findings> {
    return this.withPortable(file, true, async (portable, findings) => {
      if (portable?.json === undefined) return findings;
      const { findings: found } = (await this.client.ask(`${PATH}/validate`, {}, portable.json)) as {
        readonly findings: readonly Finding[];
      };
      for (const { severity, path, message, hint } of found) {
        if (portable.isTold(path)) continue;
        findings[severity === 'error' ? 'error' : 'warn'](portable.place(path), message, hint);
      }
      return findings;
    });
  }

  plan(file: string, wish: Wish): Promise<Planned> {
    return this.planned('diff', file, wish);
  }

  apply(file: string, wish: Wish): Promise<Planned> {
    return this.planned('apply', file, wish);
  }

  async export(): Promise<Export> {
    return (await this.client.ask(PATH)) as Export;
  }

  private planned(what: 'diff' | 'apply', file: string, { existing, prune, digest }: Wish): Promise<Planned> {
    return this.withPortable(file, false, async (portable, findings) => {
      if (portable?.json === undefined || findings.hasErrors) throw new UnusableConfiguration(findings.all);
      const query = { on_conflict: existing, prune: String(prune), ...(digest !== undefined && { digest }) };
      const asked = this.client.ask(`${PATH}/${what}`, query, portable.json).catch((error: unknown) => {
        throw inTermsOf(portable, error);
      });
      const { warnings, ...plan } = (await asked) as Plan & Pick<Planned, 'warnings'>;
      return { plan, warnings: warnings.map((warning) => ({ ...warning, ...portable.place(warning.path) })) };
    });
  }

  private withPortable<T>(
    file: string,
    isRehearsal: boolean,
    work: (portable: Portable | undefined, findings: Findings) => Promise<T>,
  ): Promise<T> {
    return withFile(file, async ({ file: opened, surroundings, findings }) =>
      work(opened && (await makePortable(opened, this.kinds, surroundings, { findings, isRehearsal })), findings),
    );
  }
}

/** What the service says of faults, as findings of the file. */
function inTermsOf(portable: Portable, error: unknown): unknown {
  if (!(error instanceof DomainError) || error.kind !== 'invalid' || error.faults.length === 0) return error;
  const findings = new Findings();
  for (const { path, message } of error.faults) findings.error(portable.place(path === 'body' ? '' : path), message);
  return new UnusableConfiguration(findings.all);
}

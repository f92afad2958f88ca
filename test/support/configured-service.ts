import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigurationService, type Outcome } from '../../src/configuration/configuration.service';
import type { Plan, ApplyOptions } from '../../src/configuration/domain/plan';
import { type Export, ExportService } from '../../src/configuration/export.service';
import { withFile } from '../../src/configuration/configuration-files';
import type { TestDatabase } from './databases';
import { openApp, type OpenApp } from './open-app';
import { exactJson } from './shared-app';
import { scratchFolder } from './scratch';

export const IMPORT: ApplyOptions = { onConflict: 'fail', prune: false };
export const APPLY: ApplyOptions = { onConflict: 'replace', prune: false };
export const PRUNE: ApplyOptions = { onConflict: 'replace', prune: true };

/** A service for each test of a describe block, with what tests of configuration files do with one. */
export interface ConfiguredService {
  readonly app: OpenApp['app'];
  readonly call: OpenApp['call'];
  /** The path of a file with the content, which is gone after the test. */
  written(content: unknown, name?: string): string;
  /** Sets a variable of the environment for the time of the test. */
  setVariable(name: string, value: string): void;
  plan(path: string, options?: ApplyOptions): Promise<Outcome>;
  apply(path: string, options?: ApplyOptions): Promise<Outcome>;
  exported(): Promise<Export>;
  ids(collection: string): Promise<string[]>;
  /** `signer.created s`, for each entry of the audit trail. */
  audited(): Promise<string[]>;
}

export function configuredService(create: () => Promise<TestDatabase>): ConfiguredService {
  const folder = scratchFolder();
  const set: string[] = [];
  let database: TestDatabase;
  let service: OpenApp;

  beforeEach(async () => {
    database = await create();
    service = await openApp({ database });
  }, 30_000);
  afterEach(async () => {
    await service.close();
    await database.drop();
    for (const name of set.splice(0)) Reflect.deleteProperty(process.env, name);
  });

  const list = async (path: string): Promise<{ readonly id: string; readonly action?: string }[]> =>
    (await service.call('GET', `/api/v1/${path}?per_page=1000`)).json.data;
  const configuration = (): ConfigurationService => service.app.get(ConfigurationService);
  return {
    get app() {
      return service.app;
    },
    call: (...request) => service.call(...request),
    written: (content, name = 'config.json') => {
      const path = join(folder(), name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === 'string' ? content : exactJson(content));
      return path;
    },
    setVariable: (name, value) => {
      process.env[name] = value;
      set.push(name);
    },
    plan: (path, options = APPLY) => withFile(path, (source) => configuration().plan(source, options)),
    apply: (path, options = APPLY) => withFile(path, (source) => configuration().apply(source, options)),
    exported: () => service.app.get(ExportService).export(),
    ids: async (collection) => (await list(collection)).map(({ id }) => id),
    audited: async () => (await list('audit-events')).map(({ action, id }) => `${String(action)} ${id}`),
  };
}

/** What a plan does, a line each. */
export const linesOf = ({ changes }: Plan): string[] =>
  changes.map(({ action, resource, id }) => `${action} ${resource} ${id}`);

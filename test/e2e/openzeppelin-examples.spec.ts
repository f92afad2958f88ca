import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeOpenZeppelinFolder } from '../../src/cli/openzeppelin-folder';
import { ConfigurationService } from '../../src/configuration/configuration.service';
import { withFile } from '../../src/configuration/configuration-files';
import { sealKeystore } from '../../src/configuration/domain/keystore-writer';
import { OpenZeppelinForm } from '../../src/configuration/domain/openzeppelin-form';
import { ExportService } from '../../src/configuration/export.service';
import { rulesAlone, validate } from '../../src/configuration/validate';
import { stringifyExact } from '../../src/kernel/exact-json';
import { readSettings } from '../../src/settings/read-settings';
import { configuredService, IMPORT, PRUNE } from '../support/configured-service';
import { databases } from '../support/databases';
import { OPENZEPPELIN_EXAMPLES } from '../support/openzeppelin-examples';
import { openApp } from '../support/open-app';

const rules = rulesAlone(readSettings({}));

it('has the structure of each of its examples', () => {
  expect(OPENZEPPELIN_EXAMPLES).toHaveLength(31);
});

// What databases differ in is tried elsewhere: here it is the files that matter.
describe('An example of the OpenZeppelin Relayer', () => {
  const { create } = databases[0]!;
  const service = configuredService(create);

  beforeEach(() => {
    for (const output of ['log', 'error'] as const) jest.spyOn(console, output).mockReturnValue();
  });
  afterEach(() => jest.restoreAllMocks());

  it.each(OPENZEPPELIN_EXAMPLES)(
    'comes here, goes back, and is the same when it comes again: $name',
    async ({ config, networks, keys, variables }) => {
      for (const [name, value] of Object.entries(variables)) service.setVariable(name, value);
      const path = service.written(config, 'example/config/config.json');
      if (networks) service.written({ networks }, 'example/config/networks/all.json');
      for (const [index, key] of keys.entries()) {
        const passphrase = variables[passphraseOf(config, key)]!;
        service.written(await sealKeystore(Buffer.alloc(32, index + 1), passphrase), `example/config/keys/${key}.json`);
      }
      await service.apply(path, IMPORT);
      expect((await service.plan(path)).plan.changes).toEqual([]);

      const back = join(dirname(path), '../../back');
      const form = new OpenZeppelinForm();
      const exported = await service.app.get(ExportService).export(form);
      expect(form.losses).toEqual([]);
      const { keystores, losses } = form;
      await writeOpenZeppelinFolder(back, { ...exported, keystores, warnings: losses }, { strict: true });
      const again = join(back, 'config.json');
      expect(await withFile(again, (source) => validate(source, rules, { for: 'openzeppelin' }))).toEqual([]);
      expect(namesIn(join(back, '.env.example'))).toEqual([...Object.keys(variables), 'API_KEY', 'REDIS_URL'].sort());
      for (const file of ['config.json', '.env.example', ...keys.map((_, at) => keysIn(back)[at]!)]) {
        expect(statSync(join(back, file)).mode & 0o777).toBe(0o600);
      }
      expect((await service.plan(again, PRUNE)).plan).toMatchObject({ changes: [], extra: 0 });

      const other = await create();
      const copy = await openApp({ database: other });
      await withFile(back, (source) => copy.app.get(ConfigurationService).apply(source, IMPORT));
      expect(stringifyExact(await copy.app.get(ExportService).export())).toBe(stringifyExact(await service.exported()));
      await copy.close();
      await other.drop();
    },
    60_000,
  );
});

const keysIn = (folder: string): string[] => readdirSync(join(folder, 'keys')).map((name) => `keys/${name}`);

const namesIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!).sort();

const passphraseOf = (config: object, key: string): string =>
  new RegExp(`keys/${key}\\.json","passphrase":\\{"type":"env","value":"(\\w+)"`).exec(JSON.stringify(config))![1]!;

import { dirname, join } from 'node:path';
import { stringify as stringifyYaml } from 'yaml';
import { ConfigurationService } from '../../src/configuration/configuration.service';
import { type Finding, hasErrors } from '../../src/configuration/domain/finding';
import { ndjsonOf } from '../../src/configuration/domain/ndjson';
import { ExportService } from '../../src/configuration/export.service';
import { withFile } from '../../src/configuration/configuration-files';
import { rulesAlone, validate } from '../../src/configuration/validate';
import { stringifyExact } from '../../src/kernel/exact-json';
import { readSettings } from '../../src/settings/read-settings';
import { root } from '../support/built-service';
import { SHAPES } from '../support/configurations';
import { configuredService, IMPORT, linesOf, PRUNE } from '../support/configured-service';
import { onEachDatabase } from '../support/databases';
import { openApp } from '../support/open-app';

const settings = readSettings({});
const EXAMPLE = join(root, 'docs/examples/config.json');

onEachDatabase('A configuration file', (create) => {
  const service = configuredService(create);
  const validated = (path: string): Promise<readonly Finding[]> =>
    withFile(path, (source) => validate(source, rulesAlone(settings)));

  it.each(SHAPES)(
    'goes whole through import, export, diff and apply: $name',
    async ({ config, files, secrets, variables }) => {
      for (const [name, content] of Object.entries(files)) service.written(content, name);
      for (const [name, value] of Object.entries(variables)) service.setVariable(name, value);
      const path = service.written(config);
      expect(hasErrors(await validated(path))).toBe(false);
      const imported = await service.apply(path, IMPORT);
      // The networks of the catalogue are there already.
      expect(imported.plan.changes.every(({ action, resource }) => action === 'create' || resource === 'network')).toBe(
        true,
      );
      expect((await service.plan(path)).plan).toMatchObject({ changes: [], extra: 0 });
      expect((await service.apply(path)).plan.changes).toEqual([]);

      const { configuration: document, variables: named } = await service.exported();
      expect(stringifyExact(document)).not.toMatch(/"plain"/);
      for (const name of named) service.setVariable(name, secrets[name] ?? 'missing');
      for (const [name, text] of [
        ['export.json', stringifyExact(document, 2)],
        ['export.yaml', stringifyYaml(document)],
        ['export.ndjson', [...ndjsonOf(document)].join('')],
      ] as const) {
        const again = service.written(text, name);
        expect(await validated(again)).toEqual([]);
        expect((await service.plan(again, PRUNE)).plan).toMatchObject({ changes: [], extra: 0 });
      }

      const other = await create();
      const copy = await openApp({ database: other });
      await withFile(join(dirname(path), 'export.json'), (source) =>
        copy.app.get(ConfigurationService).apply(source, IMPORT),
      );
      expect(stringifyExact(await copy.app.get(ExportService).export())).toBe(stringifyExact(await service.exported()));
      await copy.close();
      await other.drop();
    },
    120_000,
  );

  it('keeps what the example says, digit by digit, with an audit entry for each record', async () => {
    const { plan: done } = await service.apply(EXAMPLE, IMPORT);
    expect(linesOf(done).slice(-1)).toEqual(['create plugin quote-plugin']);
    const { text } = await service.call('GET', '/api/v1/relayers/mainnet-relayer');
    expect(text).toContain(`"gas_price_cap":${String(2n ** 128n - 1n)}`);
    const entries = await service.audited();
    expect(entries).toHaveLength(10 + 10 + 3 + 1);
    expect(entries.slice(0, 1)).toEqual(['signer.created sepolia-signer']);
    expect(entries.slice(-1)).toEqual(['plugin.created quote-plugin']);
  });

  it('lets others have their turn while a long one is applied', async () => {
    const signer = { id: 's', type: 'aws_kms', config: { region: 'eu-central-1', key_id: 'k' } };
    const relayers = Array.from({ length: 320 }, (_, index) => ({
      id: `r${String(index)}`,
      name: 'R',
      network: `n${String(index)}`,
      network_type: 'evm',
      paused: false,
      signer_id: 's',
    }));
    let turns = 0;
    let next = setImmediate(function take(): void {
      turns++;
      next = setImmediate(take);
    });
    const { plan } = await service.apply(service.written({ signers: [signer], relayers }));
    clearImmediate(next);
    expect(plan.changes).toHaveLength(321);
    // Ten while it is validated and as many while it is stored; a few are between.
    expect(turns).toBeGreaterThanOrEqual(10);
  });
});

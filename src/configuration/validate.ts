import { UrlRules } from '../kernel/url-rules';
import { taken } from '../kernel/turns';
import { catalogueNetworks } from '../networks/domain/catalogue';
import { CatalogueOnly } from '../networks/domain/catalogue-only';
import { NetworkKinds } from '../networks/domain/kinds';
import { NetworkRules } from '../networks/domain/network.rules';
import { AnyNetwork } from '../relayers/domain/known-networks';
import { NetworkTypes } from '../relayers/domain/policies';
import type { Settings } from '../settings/settings';
import { SignerKinds } from '../signers/domain/kinds';
import type { Source } from './configuration-files';
import { Configuration } from './domain/configuration';
import { FileRelayers } from './domain/file-relayers';
import { type Finding, Findings } from './domain/finding';
import { openZeppelinFindings } from './domain/openzeppelin-findings';
import type { Rules } from './domain/rules';
import type { Resolving } from './domain/secret-references';

/** For whom a configuration is validated. */
export interface ValidateOptions {
  /** Whether what the OpenZeppelin Relayer refuses is told, too. */
  readonly for?: 'openzeppelin' | undefined;
  readonly secrets?: Resolving['secrets'] | undefined;
}

/** The rules of a configuration beside which there is nothing but the catalogue of networks. */
export function rulesAlone(settings: Pick<Settings, 'urls' | 'checkNetworks'>): Rules {
  const urls = new UrlRules(settings.urls);
  const kinds = new NetworkKinds();
  const catalogue = catalogueNetworks(kinds);
  const networks = { kinds, rules: new NetworkRules(kinds, urls), beside: () => Promise.resolve(catalogue) };
  return {
    kinds: new SignerKinds(),
    networkTypes: new NetworkTypes(),
    urls,
    networks,
    known: settings.checkNetworks ? new CatalogueOnly() : new AnyNetwork(),
  };
}

/** Validates a configuration by itself: neither a database nor the secrets that it refers to have to be there. */
export async function validate(
  { document, resolver, findings: known }: Source,
  rules: Rules,
  { for: system, secrets = 'wanted' }: ValidateOptions = {},
): Promise<readonly Finding[]> {
  const findings = new Findings();
  findings.add(known);
  if (!document) return findings.all;
  const configuration = await Configuration.read(document, rules, { resolver, secrets }, { findings });
  await taken(new FileRelayers(configuration).read({ findings }));
  if (system !== undefined) {
    findings.addElsewhere(await openZeppelinFindings(document, resolver));
  }
  return findings.all;
}

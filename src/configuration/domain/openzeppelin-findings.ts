import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { inTurns } from '../../kernel/turns';
import { CATALOGUE } from '../../networks/domain/catalogue';
import type { ConfigurationDocument } from './configuration-document';
import { locateAll } from './file-record';
import { error, type Finding, findingAt, type Issue } from './finding';
import {
  fileNetworks,
  type NetworkOf,
  notificationIssues,
  type OpenZeppelinRules,
  relayerIssues,
  signerIssues,
} from './openzeppelin-rules';
import type { ReferenceResolver } from './reference-resolver';
import { networkListsOf } from './network-lists';

type Judge = (record: PlainObject, rules: OpenZeppelinRules) => readonly Issue[];

/** The sections that have to be there. */
const JUDGES: readonly (readonly [section: string, judge: Judge])[] = [
  ['relayers', relayerIssues],
  ['signers', signerIssues],
  ['notifications', notificationIssues],
];

/** What the OpenZeppelin Relayer refuses or ignores in a configuration, beside what is refused here anyway. */
export async function openZeppelinFindings(
  document: ConfigurationDocument,
  rules: Omit<OpenZeppelinRules, 'network'>,
): Promise<readonly Finding[]> {
  const { sections } = document;
  const findings: Finding[] = JUDGES.filter(([name]) => !sections.has(name)).map(([name]) =>
    findingAt({ path: name, line: 1 }, error('', 'must be there, an empty list at least')),
  );
  const judged = { ...rules, network: await networksOf(document, rules.resolver) };
  for (const [name, judge] of JUDGES) {
    const items = sections.get(name)?.items;
    for await (const index of inTurns(Array.from({ length: items?.length ?? 0 }).keys())) {
      const located = items?.at(index);
      if (!located || !isPlainObject(located.value)) continue;
      findings.push(...(await locateAll(located, judge(located.value, judged))));
    }
  }
  return findings;
}

/** Those of the file; else those that it ships, as far as they are known here. */
async function networksOf({ sections }: ConfigurationDocument, resolver: ReferenceResolver): Promise<NetworkOf> {
  const lists = (await networkListsOf(sections.get('networks'), resolver))?.lists ?? [];
  const items = lists.flatMap((list) => Array.from({ length: list.length }, (_, index) => list.at(index).value));
  return items.length > 0 ? fileNetworks(items) : catalogue;
}

const catalogue = fileNetworks(
  CATALOGUE.map(({ network_type: type, name: network, details }) => ({ ...details, type, network })),
);

import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { inTurns } from '../../kernel/turns';
import type { ConfigurationDocument, Items } from './configuration-document';
import { locateAll } from './file-record';
import { error, type Finding, findingAt, type Issue } from './finding';
import { networkListsOf } from './network-lists';
import { fileNetworks, networkIssues } from './openzeppelin-networks';
import type { Written } from './openzeppelin-numbers';
import {
  notificationIssues,
  type OpenZeppelinRules,
  pluginIssues,
  relayerIssues,
  signerIssues,
} from './openzeppelin-rules';

type Judge = (record: PlainObject, rules: OpenZeppelinRules, written: Written) => readonly Issue[];

/** The sections that have to be there. */
const JUDGES: readonly (readonly [section: string, judge: Judge])[] = [
  ['relayers', relayerIssues],
  ['signers', signerIssues],
  ['notifications', notificationIssues],
];

const NO_NETWORKS = error('', 'must be there: without a list it reads the folder config/networks, which has none here');

/** What the OpenZeppelin Relayer refuses or ignores in a configuration, beside what is refused here anyway. */
export async function openZeppelinFindings(
  document: ConfigurationDocument,
  rules: Omit<OpenZeppelinRules, 'network'>,
): Promise<readonly Finding[]> {
  const { sections } = document;
  const findings: Finding[] = JUDGES.filter(([name]) => !sections.has(name)).map(([name]) =>
    findingAt({ path: name, line: 1 }, error('', 'must be there, an empty list at least')),
  );
  const section = sections.get('networks');
  const listed = await networkListsOf(section, rules.resolver);
  if (!listed) findings.push(findingAt(section?.location ?? { path: 'networks', line: 1 }, NO_NETWORKS));
  const lists = listed?.lists ?? [];
  const items = lists.flatMap((list) => Array.from({ length: list.length }, (_, index) => list.at(index).value));
  const judged = { ...rules, ...(items.length > 0 && { network: fileNetworks(items) }) };
  for (const list of lists) findings.push(...(await judgedItems(list, networkIssues, judged)));
  for (const [name, judge] of [...JUDGES, ['plugins', pluginIssues] as const]) {
    findings.push(...(await judgedItems(sections.get(name)?.items, judge, judged)));
  }
  return findings;
}

async function judgedItems(items: Items | undefined, judge: Judge, rules: OpenZeppelinRules): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const index of inTurns(Array.from({ length: items?.length ?? 0 }).keys())) {
    const located = items?.at(index);
    if (!located || !isPlainObject(located.value)) continue;
    const written: Written = (path) => located.written?.(path);
    findings.push(...(await locateAll(located, judge(located.value, rules, written))));
  }
  return findings;
}

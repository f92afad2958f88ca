import { isPlainObject } from '../../kernel/merge-patch';
import { inTurns } from '../../kernel/turns';
import { NetworkTypes } from '../../relayers/domain/policies';
import { SignerKinds } from '../../signers/domain/kinds';
import type { ConfigurationDocument, Items } from './configuration-document';
import { locateAll } from './file-record';
import { error, type Finding, findingAt } from './finding';
import { RECORD_KINDS } from './records';
import type { RecordKind } from './records/record-kind';
import type { ReferenceResolver } from './reference-resolver';
import type { OpenZeppelinRules } from './rules';

const MARK = 'must not begin with a byte order mark there: save it as UTF-8 without one';

/** What the OpenZeppelin Relayer refuses or ignores in a configuration, beside what is refused here anyway. */
export async function openZeppelinFindings(
  { sections, hasMark = false }: ConfigurationDocument,
  resolver: ReferenceResolver,
): Promise<readonly Finding[]> {
  const findings: Finding[] = hasMark ? [findingAt({ path: '', line: 1 }, error('', MARK))] : [];
  const listed = new Map<RecordKind, Items>();
  for (const kind of RECORD_KINDS) {
    const section = sections.get(kind.section);
    const { items, findings: said } = await kind.items({ section, resolver });
    if (items) listed.set(kind, items);
    // Of what is unsound, everything is said elsewhere.
    const isUnsound = section !== undefined && section.value === undefined;
    if (items || said.length > 0 || isUnsound || kind.missingThere === undefined) continue;
    findings.push(findingAt(section?.location ?? { path: kind.section, line: 1 }, error('', kind.missingThere)));
  }
  const added = [...listed].map(([kind, items]) => kind.rulesThere?.(items));
  const rules = { kinds: new SignerKinds(), networkTypes: new NetworkTypes(), resolver };
  const judged = Object.assign(rules, ...added) as OpenZeppelinRules;
  for (const [kind, items] of listed) findings.push(...(await judgedItems(items, kind, judged)));
  return findings;
}

async function judgedItems(items: Items, kind: RecordKind, rules: OpenZeppelinRules): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const located of inTurns(items)) {
    if (!isPlainObject(located.value)) continue;
    const issues = kind.issuesThere(located.value, rules, (path) => located.written?.(path));
    findings.push(...(await locateAll(located, issues)));
  }
  return findings;
}

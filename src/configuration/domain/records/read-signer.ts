import { fieldsOf } from '../../../kernel/declarations';
import { isPlainObject, mergePatch, type PlainObject } from '../../../kernel/merge-patch';
import { validate } from '../../../kernel/validation';
import { secretPaths } from '../../../signers/domain/concealment';
import type { SignerKinds } from '../../../signers/domain/kinds';
import type { SignerKind } from '../../../signers/domain/kinds/signer-kind';
import { Signer, type Variables } from '../../../signers/domain/signer';
import { SignerDraft } from '../../../signers/domain/signer.fields';
import { attempt, type FileRecord, issuesOf, type Reading } from '../file-record';
import { fieldNames } from '../hints';
import { resolveKeystore } from '../keystore-reference';
import { plainTexts, type Referable, resolveVariables, type Resolved, type Resolving } from '../secret-references';

const CONFIG = 'config';
const OWN_FIELDS = ['id', 'type', CONFIG];

/** A signer of a file with all that it refers to in it, as references that need nothing else. */
export async function resolveSigner(
  value: PlainObject,
  kinds: SignerKinds,
  resolving: Resolving,
): Promise<Resolved<PlainObject>> {
  if (!isPlainObject(value.config)) return { value, issues: [], settled: [] };
  const kind = kinds.find(value.type);
  const opened = await resolveKeystore(kind?.inFiles?.keystore, value.config, resolving);
  const { value: config, issues, settled } = resolveVariables(opened.value, 'config', referableOf(kind), resolving);
  return {
    value: { ...value, config },
    issues: [...opened.issues, ...issues],
    settled: [...opened.settled, ...settled],
  };
}

/**
 * The signer of a record. One with faults or without all of its secrets, where its kind is known, stands for itself as
 * far as relayers ask which networks it signs for; it knows no account.
 */
export async function readSigner(
  { id, value }: FileRecord,
  kinds: SignerKinds,
  resolving: Resolving,
): Promise<Reading<Signer>> {
  const kind = kinds.find(value.type);
  const resolved = await resolveSigner(value, kinds, resolving);
  const config = kind ? plainConfig(resolved.value.config, kind) : { ...resolved, value: resolved.value.config };
  const draft = validate(SignerDraft, { ...value, config: config.value });
  const { value: signer, faults } = attempt(() => Signer.create(draft, kinds));
  const settled = [...resolved.settled, ...config.settled];
  const names = (at: string): readonly string[] => (at === '' ? OWN_FIELDS : namesIn(kind, at.slice(CONFIG.length)));
  return {
    value:
      signer?.withVariables(variablesOf(config)) ??
      (kind && Signer.restore(id, { ...kind, account: () => undefined }, {})),
    issues: [...resolved.issues, ...(kind ? config.issues : []), ...issuesOf(faults, settled, names, value)],
  };
}

function plainConfig(config: unknown, kind: SignerKind): Resolved {
  if (!isPlainObject(config)) return { value: config, issues: [], settled: [] };
  return plainTexts(mergePatch(kind.inFiles?.defaults ?? {}, config), CONFIG, referableOf(kind));
}

const variablesOf = ({ variables = {} }: Resolved): Variables =>
  Object.fromEntries(Object.entries(variables).map(([path, name]) => [path.slice(CONFIG.length + 1), name]));

/** The names that may stand in a configuration, at a path below it. */
function namesIn(kind: SignerKind | undefined, at: string): readonly string[] {
  if (!kind) return [];
  const isKeystore = at === '' && kind.inFiles?.keystore !== undefined;
  return [...fieldNames(kind.config, at), ...(isKeystore ? ['path', 'passphrase'] : [])];
}

/** Of a kind that nobody knows, nothing is. */
function referableOf(kind: SignerKind | undefined): Referable {
  const below = (paths: readonly string[]): ReadonlySet<string> => new Set(paths.map((path) => `${CONFIG}.${path}`));
  const fields = kind ? fieldsOf(kind.config) : [];
  return {
    secrets: below(kind ? secretPaths(kind.config) : []),
    texts: below(kind?.inFiles?.references ?? []),
    empty: below(fields.filter(({ notes }) => notes.emptyIsAbsent).map(({ name }) => name)),
  };
}

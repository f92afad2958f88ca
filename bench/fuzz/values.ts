import type { Description, Schema } from './description';
import type { Random } from './random';

/** Few enough that requests meet the records of others. */
const IDS = Array.from({ length: 12 }, (_, index) => `fuzz-${String(index)}`);
const NETWORKS = Array.from({ length: 12 }, (_, index) => `network-${String(index)}`);

const NUL = '\u0000';
const SURROGATE = '\ud800';

/** Texts that have broken something somewhere. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  NUL,
  `a${NUL}b`,
  SURROGATE,
  '\ufeff',
  '\uffff',
  '😀',
  'e\u0301',
  'İ',
  '\u202e',
  '\r\nSet-Cookie: a=b',
  `'; DROP TABLE relayers; --`,
  `" OR ""="`,
  '%',
  '%00',
  '%_%',
  '\\',
  '../../../../etc/passwd',
  '${jndi:ldap://127.0.0.1/a}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:127.0.0.1]:1/',
  'https://hooks.example.com/fuzz',
  'javascript:alert(1)',
  '0x',
  `0x${'f'.repeat(64)}`,
  '340282366920938463463374607431768211456',
  '1e21',
  '* * * * *',
  '0 0 * * * *',
  'a'.repeat(256),
  'a'.repeat(5000),
  '('.repeat(3000),
];

/** Values of every type and size, none of which a field expects. */
export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 64,
  2 ** 128,
  [],
  {},
  [[]],
  [null],
  [{}],
  { a: 1 },
  Array.from({ length: 1001 }, (_, index) => index),
  Array.from({ length: 40 }).reduce<unknown>((inner) => ({ a: inner }), 1),
  Array.from({ length: 40 }).reduce<unknown>((inner) => [inner], 1),
];

/** An id that a record may have. */
export const someId = (random: Random): string => random.pick(IDS);

/** A value that keeps a schema, as far as its keywords tell; names say which values meet those of other requests. */
export function fromSchema(description: Description, given: unknown, random: Random, name = '', depth = 0): unknown {
  const schema = description.resolve(given);
  if (name === 'id' || name.endsWith('signer_id') || name.endsWith('notification_id')) return someId(random);
  if (name === 'network' && random.chance(0.8)) return random.pick(NETWORKS);
  const variants = (schema.oneOf ?? schema.anyOf) as readonly unknown[] | undefined;
  if (variants && depth < 12) return fromSchema(description, random.pick(variants), random, name, depth + 1);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum as readonly unknown[]);
  const examples = schema.examples as readonly unknown[] | undefined;
  const types = [schema.type].flat() as readonly unknown[];
  if (examples && examples.length > 0 && random.chance(0.8)) return random.pick(examples);
  const type = random.pick(types.length > 1 && random.chance(0.9) ? types.filter((other) => other !== 'null') : types);
  return ofType(description, schema, type, random, depth);
}

function ofType(description: Description, schema: Schema, type: unknown, random: Random, depth: number): unknown {
  if (type === 'object') return objectOf(description, schema, random, depth);
  if (type === 'array') {
    const least = (schema.minItems as number | undefined) ?? 0;
    return Array.from({ length: least + random.below(3) }, () =>
      fromSchema(description, schema.items ?? {}, random, '', depth + 1),
    );
  }
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'integer' || type === 'number') {
    const least = (schema.minimum as number | undefined) ?? 0;
    const most = (schema.maximum as number | undefined) ?? 2 ** 53;
    return random.pick([least, most, least + 1, Math.floor(least + (most - least) / 2)]);
  }
  if (type === 'null') return null;
  return random.pick(['a', 'Fuzz', '7', 'https://rpc.example.com/fuzz', 'a'.repeat(40)]);
}

function objectOf(description: Description, schema: Schema, random: Random, depth: number): unknown {
  const properties = Object.entries((schema.properties as Record<string, unknown> | undefined) ?? {});
  const required = (schema.required as readonly string[] | undefined) ?? [];
  const share = random.pick([0.1, 0.4, 0.9]);
  return Object.fromEntries(
    properties
      .filter(([name]) => required.includes(name) || (depth < 12 && random.chance(share)))
      .map(([name, property]) => [name, fromSchema(description, property, random, name, depth + 1)]),
  );
}

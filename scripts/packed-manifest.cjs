/**
 * What `package.json` says of the package that `npm pack` makes: it leaves out better-sqlite3 12, which npm would compile
 * on every line of Node.js, as it reads no lock file of a package. `--make` writes it, and `--undo` gives the one of the
 * checkout back: docs/adr/0035-better-sqlite3-by-the-line-of-node.md.
 */
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const manifest = join(__dirname, '../package.json');
const kept = `${manifest}.kept`;

// One that was broken off has left the other.
if (existsSync(kept)) renameSync(kept, manifest);
if (process.argv[2] === '--make') {
  const text = readFileSync(manifest, 'utf8');
  const packed = JSON.parse(text);
  delete packed.optionalDependencies['better-sqlite3'];
  writeFileSync(kept, text);
  writeFileSync(manifest, `${JSON.stringify(packed, undefined, 2)}\n`);
}

/** `npm run start:dev`: compiles what changes, and starts the service again with it. */
const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const { watch } = require('node:fs');
const { join } = require('node:path');

/** In milliseconds: an editor that saves makes several changes. */
const SETTLED_MS = 100;

const root = join(__dirname, '..');
let service;
let timer;

async function restart() {
  if (service?.kill()) await once(service, 'exit');
  const { status } = spawnSync(process.execPath, [join(__dirname, 'build.cjs'), '--if-older'], { stdio: 'inherit' });
  if (status !== 0) return;
  service = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/src/main.js')], { stdio: 'inherit' });
}

for (const folder of ['src', 'migrations']) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void restart(), SETTLED_MS);
  });
}
void restart();

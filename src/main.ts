#!/usr/bin/env node
// `serve` is the command that starts the service: cli/serve.command.ts, then app.ts and pipeline.ts.
import { setFlagsFromString } from 'node:v8';
import { EX_UNAVAILABLE } from './cli/exit-codes';
import { missingPackage } from './cli/missing-package';

// V8 lets the old generation grow to four times what is in use before it collects: adr/0006.
setFlagsFromString('--heap-growing-percent=33');

void import('./cli/command-line.js')
  .then(({ runCommandLine }) => runCommandLine(process.argv))
  .catch((error: unknown) => {
    const line = missingPackage(error);
    if (line === undefined) throw error;
    process.stderr.write(`${line}\n`);
    process.exitCode = EX_UNAVAILABLE;
  });

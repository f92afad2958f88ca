#!/usr/bin/env node
// `serve` is the command that starts the service: cli/serve.command.ts, then app.ts and pipeline.ts.
import { EX_UNAVAILABLE } from './cli/exit-codes';
import { missingPackage } from './cli/missing-package';

void import('./cli/command-line.js')
  .then(({ runCommandLine }) => runCommandLine(process.argv))
  .catch((error: unknown) => {
    const line = missingPackage(error);
    if (line === undefined) throw error;
    process.stderr.write(`${line}\n`);
    process.exitCode = EX_UNAVAILABLE;
  });

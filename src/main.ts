#!/usr/bin/env node
// `serve` is the command that starts the service: cli/serve.command.ts, then app.ts and pipeline.ts.
import { runCommandLine } from './cli/command-line';

void runCommandLine(process.argv);

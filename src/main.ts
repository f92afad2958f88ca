#!/usr/bin/env node
import { runCommandLine } from './cli/command-line';

void runCommandLine(process.argv);

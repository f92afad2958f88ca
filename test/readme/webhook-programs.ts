import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/built-service';

/** What a receiver got, and the key that it has. */
export interface Case {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly key: string;
}

/** What the code of a receiver says of a case; null where it has no such function. */
export interface Verdict {
  readonly isGenuine: boolean;
  readonly hasSignature: boolean | null;
}

/** How the code that a document has for a language is run. */
export interface Language {
  readonly name: string;
  /** The language of the fence, and which of its fences it is. */
  readonly fence: readonly [language: string, index: number];
  /** What has to be there, beside Node.js. */
  readonly needs?: string;
  /** Where the code stands, and the program around it: cases come in as JSON, verdicts go out. */
  readonly files: Readonly<Record<string, string>>;
  readonly code: string;
  readonly command: readonly [program: string, ...parameters: string[]];
}

const typescript = (verdict: string): Language['files'] => ({
  'main.ts': `
    import { readFileSync } from 'node:fs';
    import * as code from './webhooks';
    const cases = JSON.parse(readFileSync(0, 'utf8'));
    const accepts = (run: () => unknown) => { try { return run() !== false; } catch { return false; } };
    process.stdout.write(JSON.stringify(cases.map(({ body, headers, key }) => (${verdict}))));`,
});

const node = [process.execPath, '-r', join(root, 'bench/typescript.cjs'), 'main.ts'] as const;

export const LANGUAGES: readonly Language[] = [
  {
    name: 'TypeScript, with nothing but Node.js',
    fence: ['ts', 0],
    code: 'webhooks.ts',
    files: typescript(`{
      isGenuine: accepts(() => code.isGenuine(Buffer.from(body), headers, key)),
      hasSignature: accepts(() => code.hasSignature(Buffer.from(body), headers, key)),
    }`),
    command: [...node],
  },
  {
    name: 'TypeScript, with standardwebhooks',
    fence: ['ts', 1],
    code: 'webhooks.ts',
    files: typescript('{ isGenuine: accepts(() => code.readEvent(body, headers, key)), hasSignature: null }'),
    command: [...node],
  },
  {
    name: 'Python',
    fence: ['python', 0],
    needs: 'python3',
    code: 'webhooks.py',
    files: {
      'main.py': `
import json, sys, webhooks
print(json.dumps([{
    "isGenuine": webhooks.is_genuine(each["body"].encode(), each["headers"], each["key"]),
    "hasSignature": webhooks.has_signature(each["body"].encode(), each["headers"], each["key"]),
} for each in json.load(sys.stdin)]))`,
    },
    command: ['python3', 'main.py'],
  },
  {
    name: 'Go',
    fence: ['go', 0],
    needs: 'go',
    code: 'webhooks/webhooks.go',
    files: {
      'go.mod': 'module receiver\n\ngo 1.20\n',
      'main.go': `package main

import (
	"encoding/json"
	"net/http"
	"os"
	"receiver/webhooks"
)

func main() {
	var cases []struct {
		Body, Key string
		Headers   map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	verdicts := []map[string]bool{}
	for _, each := range cases {
		header := http.Header{}
		for name, value := range each.Headers {
			header.Set(name, value)
		}
		body := []byte(each.Body)
		verdicts = append(verdicts, map[string]bool{
			"isGenuine":    webhooks.IsGenuine(body, header, each.Key),
			"hasSignature": webhooks.HasSignature(body, header, each.Key),
		})
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
`,
    },
    command: ['go', 'run', '.'],
  },
];

/** Whether this machine can run a language. */
export const canRun = ({ needs }: Language): boolean =>
  needs === undefined || spawnSync(needs, [needs === 'go' ? 'version' : '--version']).status === 0;

/** Runs the code of a document in a folder. */
export function verdictsOf(language: Language, code: string, cases: readonly Case[], folder: string): Verdict[] {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'webhooks'));
  for (const [name, content] of Object.entries({ ...language.files, [language.code]: code })) {
    writeFileSync(join(folder, name), content);
  }
  const [program, ...parameters] = language.command;
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    cwd: folder,
    encoding: 'utf8',
    input: JSON.stringify(cases),
    env: { PATH: process.env.PATH, HOME: folder, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' },
  });
  if (status !== 0) throw new Error(`The code for ${language.name} failed: ${stderr}`);
  return JSON.parse(stdout) as Verdict[];
}

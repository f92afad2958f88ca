import { join } from 'node:path';
import ts from 'typescript';

/** Code that nothing uses is what a mutation leaves behind. */
const LENIENT: ts.CompilerOptions = { noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true };

/** The program in a folder, which tells of changed files whether they still are valid parts. */
export class Programs {
  private readonly service: ts.LanguageService;
  private changed: ReadonlyMap<string, { readonly version: number; readonly text: string }> = new Map();
  private version = 0;

  constructor(private readonly root: string) {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
      readonly config: object;
    };
    const { fileNames, options } = ts.parseJsonConfigFileContent(
      { ...config, include: ['src', 'migrations'] },
      ts.sys,
      root,
    );
    this.service = ts.createLanguageService({
      getCompilationSettings: () => ({ ...options, ...LENIENT }),
      getScriptFileNames: () => fileNames,
      getScriptVersion: (path) => String(this.changed.get(path)?.version ?? 0),
      getScriptSnapshot: (path) => {
        const text = this.changed.get(path)?.text ?? ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
      fileExists: (path) => ts.sys.fileExists(path),
      readFile: (path) => ts.sys.readFile(path),
      readDirectory: (...given) => ts.sys.readDirectory(...given),
      directoryExists: (path) => ts.sys.directoryExists(path),
      getDirectories: (path) => ts.sys.getDirectories(path),
    });
  }

  /** What the compiler says of each of the files that have another text, in their order. */
  faultsOf(texts: ReadonlyMap<string, string>): readonly (readonly [file: string, fault: string])[] {
    this.version++;
    const changed = [...texts].map(([file, text]) => [join(this.root, file), { version: this.version, text }] as const);
    this.changed = new Map(changed);
    return [...texts.keys()].flatMap((file) => {
      const path = join(this.root, file);
      const found = [...this.service.getSyntacticDiagnostics(path), ...this.service.getSemanticDiagnostics(path)];
      return found.map(({ messageText }) => [file, ts.flattenDiagnosticMessageText(messageText, ' ')] as const);
    });
  }
}

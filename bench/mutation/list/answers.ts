import type { Mutation } from '../mutation';

const ERRORS = 'src/http/errors.filter.ts';
const INTERNAL = ['test/e2e/internal-errors.spec.ts'];
const ACCESS_LOG = 'src/http/access-log.ts';
const AUTHENTICATION = ['test/e2e/authentication.spec.ts'];
const DOCS = 'src/http/openapi/docs.controller.ts';
const DOCS_SPEC = ['test/e2e/docs-page.spec.ts'];

/** What leaves the service, and what it hands to a database, a browser or a terminal. */
export const answers: readonly Mutation[] = [
  {
    name: 'search-pattern',
    kind: 'escape',
    file: 'src/relayers/typeorm/typeorm-relayer.repository.ts',
    find: ".replace(/[\\\\%_]/g, '\\\\$&')",
    replace: '',
    tests: ['test/hostile/bodies.spec.ts'],
  },
  {
    name: 'cause-of-a-crash',
    kind: 'guard',
    file: ERRORS,
    find: 'return { status: 500, message: SERVER_ERROR };',
    replace: 'return { status: 500, message: error instanceof Error ? error.message : SERVER_ERROR };',
    tests: INTERNAL,
  },
  {
    name: 'cause-of-a-lost-database',
    kind: 'guard',
    file: ERRORS,
    find: 'if (status >= 500) return { status, message: SERVER_ERROR };',
    replace: '',
    tests: ['test/e2e/lost-database.spec.ts'],
    needs: 'postgres',
  },
  {
    name: 'reason-of-a-refusal',
    kind: 'guard',
    file: ERRORS,
    find: 'SENTENCES[error.kind] ?? error.message',
    replace: 'error.message',
    tests: ['test/e2e/tokens.spec.ts'],
  },
  {
    name: 'request-id',
    kind: 'escape',
    file: 'src/http/request-id.ts',
    find: 'ACCEPTABLE.test(given)',
    replace: "given !== ''",
    tests: INTERNAL,
  },
  {
    name: 'version-of-the-framework',
    kind: 'guard',
    file: 'src/http/lean-express.adapter.ts',
    find: "application.disable('x-powered-by');",
    replace: '',
    tests: ['test/hostile/messages.spec.ts'],
  },
  {
    name: 'query-in-the-log',
    kind: 'guard',
    file: ACCESS_LOG,
    find: 'const route = routeTemplateOf(request);',
    replace: 'const route = request.url;',
    tests: AUTHENTICATION,
  },
  {
    name: 'headers-in-the-log',
    kind: 'guard',
    file: ACCESS_LOG,
    find: 'return fields + token + (',
    replace: 'return fields + `,"headers":${JSON.stringify(headers)}` + token + (',
    tests: AUTHENTICATION,
  },
  {
    name: 'token-name-in-the-log',
    kind: 'escape',
    file: ACCESS_LOG,
    find: '`,"token":${JSON.stringify(principal.name)}`',
    replace: '`,"token":"${principal.name}"`',
    tests: ['test/e2e/access-log.spec.ts'],
  },
  {
    name: 'page-policy',
    kind: 'escape',
    file: DOCS,
    find: 'const protect = helmet({',
    replace: 'const protect = ((_: object) => (_request: Request, _response: Response, next: () => void) => next())({',
    tests: DOCS_SPEC,
  },
  {
    name: 'page-script-source',
    kind: 'escape',
    file: DOCS,
    find: `scriptSrc: ["'self'"],`,
    replace: `scriptSrc: ["'self'", "'unsafe-inline'"],`,
    tests: DOCS_SPEC,
  },
  {
    name: 'page-files',
    kind: 'guard',
    file: DOCS,
    find: 'const type = PAGE_FILES.get(file);',
    replace: "const type = PAGE_FILES.get(file) ?? 'text/plain';",
    tests: DOCS_SPEC,
  },
  {
    name: 'page-validator',
    kind: 'guard',
    file: 'src/http/openapi/docs.page.ts',
    find: '  validatorUrl: null,\n',
    replace: '',
    tests: DOCS_SPEC,
  },
  {
    name: 'terminal-control-characters',
    kind: 'escape',
    file: 'src/cli/table.ts',
    find: "text.replace(/\\p{Cc}|\\p{Cf}/gu, '\\ufffd')",
    replace: 'text',
    tests: ['src/cli/table.spec.ts'],
  },
];

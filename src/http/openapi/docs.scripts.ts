import { DESCRIPTION_PATH } from './docs.page';

/** Beside that of Swagger UI: nothing is wider than a telephone, and what is dark there is dark everywhere. */
export const PAGE_STYLE = `body { margin: 0; }
.swagger-ui .info { margin: 30px 0 20px; overflow-wrap: anywhere; }
.swagger-ui .scheme-container { padding: 16px 0; }
.swagger-ui .filter { margin: 16px auto 0; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 10px; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex-basis: 100%; padding: 4px 0; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; overflow-wrap: anywhere; word-break: break-word; }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; min-width: 0; }
  .swagger-ui .opblock-body, .swagger-ui .responses-inner, .swagger-ui .table-container { max-width: 100%; overflow-x: auto; }
  .swagger-ui .markdown, .swagger-ui .renderedMarkdown { overflow-wrap: anywhere; }
  .swagger-ui table.parameters > tbody > tr, .swagger-ui table.parameters > tbody > tr > td { display: block; width: auto; min-width: 0; }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select { max-width: 100%; min-width: 0; }
  .swagger-ui select { max-width: 100%; }
  .swagger-ui .servers > label, .swagger-ui .servers > label select { display: block; width: 100%; min-width: 0; margin: 0; box-sizing: border-box; }
  .swagger-ui .auth-wrapper { flex-wrap: wrap; }
}
`;

/** In the head, so that nothing is shown in the other colours first. */
export const THEME_SCRIPT = `'use strict';

const wish = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', wish.matches);
wish.addEventListener('change', follow);
follow();
`;

/**
 * Starts Swagger UI, which would show the numbers of an answer as JavaScript rounds them: answers are shown as they
 * came, indented.
 */
export const PAGE_SCRIPT = `'use strict';

function indented(text) {
  let depth = 0;
  const line = () => '\\n' + '  '.repeat(depth);
  return text.replace(/"(?:[^"\\\\]|\\\\.)*"|[{[]\\s*[}\\]]|[{}[\\],:]|\\s+/g, (token) => {
    if (token === '{' || token === '[') return (depth += 1, token + line());
    if (token === '}' || token === ']') return (depth -= 1, line() + token);
    if (token === ',') return token + line();
    if (token === ':') return ': ';
    return token.trim();
  });
}

const exactAnswers = () => ({
  wrapComponents: {
    responseBody: (Original, { React }) => (props) => {
      const isText = /json/i.test(props.contentType ?? '') && typeof props.content === 'string';
      const shown = isText ? { contentType: 'application/x-indented', content: indented(props.content) } : {};
      return React.createElement(Original, { ...props, ...shown });
    },
  },
});

const textOf = (operation) =>
  [operation.get('path'), operation.get('method'), ...['summary', 'description', 'operationId'].map((name) => operation.getIn(['operation', name]))]
    .join(' ')
    .toLowerCase();

/** Swagger UI looks for tags only: here every word has to be in the tag, the path or the texts of an operation. */
const search = () => ({
  fn: {
    opsFilter: (tags, phrase) => {
      const words = phrase.toLowerCase().split(/\\s+/).filter(Boolean);
      const isFound = (tag) => (operation) => {
        const text = tag.toLowerCase() + ' ' + textOf(operation);
        return words.every((word) => text.includes(word));
      };
      return tags
        .map((found, tag) => found.set('operations', found.get('operations').filter(isFound(tag))))
        .filter((found) => found.get('operations').size > 0);
    },
  },
  wrapComponents: {
    FilterContainer: (_, { React }) => ({ layoutSelectors, layoutActions }) => {
      const phrase = layoutSelectors.currentFilter();
      const input = {
        type: 'search',
        className: 'operation-filter-input',
        placeholder: 'Search operations',
        'aria-label': 'Search operations',
        value: typeof phrase === 'string' ? phrase : '',
        onChange: ({ target }) => layoutActions.updateFilter(target.value),
      };
      return React.createElement('div', { className: 'filter wrapper' }, React.createElement('input', input));
    },
  },
});

SwaggerUIBundle({
  url: '${DESCRIPTION_PATH}',
  dom_id: '#docs',
  plugins: [exactAnswers, search],
  filter: '',
  validatorUrl: null,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
`;

/** Where the page and its files are. */
export const DOCS_PATH = '/docs';
export const DESCRIPTION_PATH = '/openapi.json';

/** The files of Swagger UI that the page needs, with their content types; no other file of the package is served. */
export const PAGE_FILES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

/** The page that shows the API description and sends requests. Everything it loads is served beside it. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Relayer Management Service: API</title>
    <link rel="icon" type="image/png" href="${DOCS_PATH}/favicon-32x32.png" />
    <link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css" />
    <link rel="stylesheet" href="${DOCS_PATH}/page.css" />
  </head>
  <body>
    <div id="docs"></div>
    <noscript>This page needs JavaScript. The description itself is at <a href="${DESCRIPTION_PATH}">${DESCRIPTION_PATH}</a>.</noscript>
    <script src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
    <script src="${DOCS_PATH}/page.js"></script>
  </body>
</html>
`;

export const PAGE_STYLE = `body { margin: 0; }
.swagger-ui .info { margin: 30px 0 20px; }
.swagger-ui .scheme-container { padding: 16px 0; }
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

SwaggerUIBundle({
  url: '${DESCRIPTION_PATH}',
  dom_id: '#docs',
  plugins: [exactAnswers],
  validatorUrl: null,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
`;

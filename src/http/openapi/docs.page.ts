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
    <meta name="color-scheme" content="light dark" />
    <title>Relayer Management Service: API</title>
    <link rel="icon" type="image/png" href="${DOCS_PATH}/favicon-32x32.png" />
    <link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css" />
    <link rel="stylesheet" href="${DOCS_PATH}/page.css" />
    <script src="${DOCS_PATH}/theme.js"></script>
  </head>
  <body>
    <div id="docs"></div>
    <noscript>This page needs JavaScript. The description itself is at <a href="${DESCRIPTION_PATH}">${DESCRIPTION_PATH}</a>.</noscript>
    <script src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
    <script src="${DOCS_PATH}/page.js"></script>
  </body>
</html>
`;

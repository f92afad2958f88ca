/** The guides that the page links to, by their files in `docs/guides`. */
export const GUIDES: ReadonlyMap<string, string> = new Map([
  ['audit-log.md', 'Audit log'],
  ['command-line.md', 'Command line'],
  ['configuration.md', 'Configuration'],
  ['deployment.md', 'Deployment'],
  ['keys.md', 'Encryption keys'],
  ['observability.md', 'Observability'],
  ['paging.md', 'Paging'],
  ['policy.md', 'Versions and support'],
  ['tokens.md', 'Tokens'],
  ['webhooks.md', 'Webhooks'],
]);

/** Where a guide is served. */
export const guidePath = (name: string): string => `/docs/guides/${name}`;

/** Links to all of them, in Markdown. */
export const guideLinks = (): string => [...GUIDES].map(([name, title]) => `[${title}](${guidePath(name)})`).join(', ');

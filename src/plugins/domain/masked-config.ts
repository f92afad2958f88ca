import type { PlainObject } from '../../kernel/merge-patch';

const HIDDEN = '***';

/** Stands for a configuration that a caller may not see: the names of its fields may tell something, too. */
const MASKED_CONFIG: PlainObject = { [HIDDEN]: HIDDEN };

/** A plugin for those who may not see what it is configured with, which may be secret. */
export const withMaskedConfig = <T extends { readonly config: PlainObject | null }>(document: T): T => ({
  ...document,
  config: document.config && MASKED_CONFIG,
});

/** Whether a configuration is what {@link withMaskedConfig} makes: nobody knows any more what it stood for. */
export const isMaskedConfig = (config: PlainObject): boolean => config[HIDDEN] === HIDDEN;

import { holdsMaskedUrl, maskUrlsIn } from '../../kernel/http-url';
import { isPlainObject } from '../../kernel/merge-patch';

/** A value of a section that nothing here reads, with each URL in it masked: such URLs often carry credentials. */
export function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return maskUrlsIn(value);
  if (Array.isArray(value)) return value.map(maskedValue);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskedValue(member)]));
}

/** Whether a URL that was masked stands anywhere in a value. */
export function isMaskedValue(value: unknown): boolean {
  if (typeof value === 'string') return holdsMaskedUrl(value);
  if (Array.isArray(value)) return value.some(isMaskedValue);
  return isPlainObject(value) && Object.values(value).some(isMaskedValue);
}

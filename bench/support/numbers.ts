/** A whole number that the environment gives under a name. */
export function numberFrom(name: string, fallback: number): number {
  const given = process.env[name];
  const value = given === undefined || given === '' ? fallback : Number(given);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`${name} must be a whole number, such as ${String(fallback)}`);
  return value;
}

export const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

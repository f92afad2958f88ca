/** The value of a variable that somebody's file names; undefined where it is not set or empty. */
export function environmentVariable(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}

/** The value of a variable that somebody's file names; undefined where it is not set. */
export const environmentVariable = (name: string): string | undefined => process.env[name];

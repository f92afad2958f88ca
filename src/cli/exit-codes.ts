/** Exit codes of sysexits.h, which service managers know. */
export const EX_USAGE = 64;
export const EX_UNAVAILABLE = 69;
export const EX_SOFTWARE = 70;
export const EX_OSERR = 71;
export const EX_PROTOCOL = 76;
export const EX_NOPERM = 77;
export const EX_CONFIG = 78;

/** The command was understood, and what it asks for cannot be done. */
export const REFUSED = 1;
/** As `diff` and `kubectl diff` tell a difference from trouble, though with the other number: 1 says that work failed. */
export const DIFFERENT = 2;
/** What a shell says of a program that SIGPIPE ended. */
export const OUTPUT_CLOSED = 141;

/** Every exit code, and what it says where a command does not say it more exactly. */
export const EXIT_CODES = {
  0: 'all of it worked',
  [REFUSED]: 'it was understood and refused, or not all of it worked',
  [DIFFERENT]: 'diff found a difference',
  [EX_USAGE]: 'the command line is wrong',
  [EX_UNAVAILABLE]: 'the database or the service cannot be reached, or fails',
  [EX_SOFTWARE]: 'a fault of the program; please report it',
  [EX_OSERR]: 'the port is taken, or the address is not one of this machine',
  [EX_PROTOCOL]: 'what answers is no such service, or one of another version',
  [EX_NOPERM]: 'the service does not accept the token, or the token may not do it',
  [EX_CONFIG]: 'a setting is wrong or missing',
  [OUTPUT_CLOSED]: 'whoever reads the output closed it before the end',
} as const;

export type ExitCode = keyof typeof EXIT_CODES;

/** What any command may end with. */
const OF_ALL = [0, EX_USAGE, EX_SOFTWARE, OUTPUT_CLOSED] as const;

/** What a command on the database of the settings may end with. */
export const OF_DATABASE = [...OF_ALL, REFUSED, EX_UNAVAILABLE, EX_CONFIG] as const;

/** What a command on a running service may end with, or on the database in its place. */
export const OF_SERVICE = [...OF_DATABASE, EX_PROTOCOL, EX_NOPERM] as const;

/** The codes that a command may end with, each with what it says, in their order. */
export const exitCodes = (
  codes: readonly ExitCode[] = OF_ALL,
  more: Partial<Readonly<Record<ExitCode, string>>> = {},
): ReadonlyMap<number, string> =>
  new Map(
    // An object has its whole-number names in their order.
    Object.entries({ ...Object.fromEntries(codes.map((code) => [code, EXIT_CODES[code]])), ...more }).map(
      ([code, meaning]) => [Number(code), meaning],
    ),
  );

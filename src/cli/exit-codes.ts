/** Exit codes of sysexits.h, which service managers know. */
export const EX_USAGE = 64;
export const EX_UNAVAILABLE = 69;
export const EX_SOFTWARE = 70;
export const EX_OSERR = 71;
export const EX_PROTOCOL = 76;
export const EX_NOPERM = 77;
export const EX_CONFIG = 78;

/**
 * How many addresses a list of policies may hold: a record is judged in one go, which takes some 5 µs for each.
 * @see docs/adr/0044-a-list-is-as-long-as-can-be-judged-at-once.md
 */
export const MAX_ADDRESSES = 5_000;

/** How many tokens: each is up to five objects, of some 20 µs each. */
export const MAX_TOKENS = 500;

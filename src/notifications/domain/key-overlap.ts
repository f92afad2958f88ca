/** How long a signing key that was replaced signs beside the new one, so that receivers can roll over. */
export class KeyOverlap {
  constructor(readonly milliseconds: number) {}
}

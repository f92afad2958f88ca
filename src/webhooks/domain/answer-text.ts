import { repeatsSecret } from './repeated-secrets';

const MAX_BYTES = 64 * 1024;
const MAX_CHARACTERS = 1024;
/** Enough for what is stored and for the longest URL behind that, of which no part may be left. */
const MAX_STORED_BYTES = 8 * 1024;

const HIDDEN = '***';

/** What a terminal, a log or a database could take for an instruction, or cannot store. */
const HARMFUL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** The beginning of what a receiver answers, whoever it is and whatever it sends. */
export class AnswerText {
  private readonly chunks: Buffer[] = [];
  private bytes = 0;

  /** @param hidden what is masked, the longest first; where it is repeated in another way, nothing is stored */
  constructor(private readonly hidden: readonly string[] = []) {}

  /** Whether so much was read that the rest is not waited for. */
  get isFull(): boolean {
    return this.bytes >= MAX_BYTES;
  }

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes - chunk.length < MAX_STORED_BYTES) this.chunks.push(chunk);
  }

  /** At most 1,024 characters, with spaces for all that is no visible text. */
  toString(): string {
    const text = Buffer.concat(this.chunks).toString();
    const masked = this.hidden.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
    const stored = masked.slice(0, MAX_CHARACTERS);
    // A character that is cut in half is no visible text, either.
    return repeatsSecret(stored, this.hidden) ? HIDDEN : stored.replace(HARMFUL, ' ');
  }
}

import { SecretValue } from '../../kernel/secret';

/** Shorter keys can be guessed from a signature; they are accepted with a warning. */
const RECOMMENDED_BYTES = 32;

/** The key that signs the deliveries of a webhook. */
export class SigningKey {
  private readonly value: SecretValue;

  /**
   * @param text any text that is not empty
   * @param variable the name of the variable that it came from, where it came from a file
   */
  constructor(
    text: string,
    readonly variable?: string,
  ) {
    this.value = new SecretValue(text);
  }

  /** Whether a text that is given as a key can be guessed from the signatures that it makes. */
  static isShort(text: unknown): boolean {
    return typeof text === 'string' && text !== '' && Buffer.byteLength(text) < RECOMMENDED_BYTES;
  }

  reveal(): string {
    return this.value.reveal();
  }

  equals(other: SigningKey | undefined): boolean {
    return this.value.reveal() === other?.reveal();
  }
}

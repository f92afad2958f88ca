/** One setting that cannot be used: what was expected, and an example. Never its value, which may be a secret. */
export interface SettingFault {
  readonly name: string;
  readonly expected: string;
  readonly example: string;
}

/** Thrown once, with every wrong setting. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly faults: readonly SettingFault[]) {
    super(
      faults.map(({ name, expected, example }) => `${name}: expected ${expected}, for example ${example}`).join('\n'),
    );
  }
}

/**
 * The variants of something, by name. It starts with the built-in ones; a module from outside may register more
 * before the application serves.
 */
export class VariantRegistry<Variant> {
  private readonly byName = new Map<string, Variant>();
  private readonly variants: Variant[] = [];

  constructor(
    private readonly namesOf: (variant: Variant) => readonly string[],
    builtIn: readonly Variant[],
  ) {
    for (const variant of builtIn) this.register(variant);
  }

  /** @throws Error where one of its names is taken; then nothing of it is registered. */
  register(variant: Variant): void {
    const names = this.namesOf(variant);
    const taken = names.find((name) => this.byName.has(name));
    if (taken !== undefined) throw new Error(`There is already a variant named ${taken}`);
    for (const name of names) this.byName.set(name, variant);
    this.variants.push(variant);
  }

  find(name: unknown): Variant | undefined {
    return typeof name === 'string' ? this.byName.get(name) : undefined;
  }

  /** In the order of registration. */
  all(): readonly Variant[] {
    return this.variants;
  }
}

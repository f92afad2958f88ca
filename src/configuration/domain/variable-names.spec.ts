import { VariableNames } from './variable-names';

describe(VariableNames.name, () => {
  const place = ['signer', 'my-key', 'config.key'];
  const named = (...secrets: readonly Parameters<VariableNames['refer']>[0][]) => {
    const names = new VariableNames();
    return { values: secrets.map((secret) => names.refer(secret).value), all: names.all };
  };

  it('are those that secrets came from, else made of their places', () => {
    expect(new VariableNames().refer({ place, text: 'a' })).toEqual({ type: 'env', value: 'SIGNER_MY_KEY_CONFIG_KEY' });
    expect(new VariableNames().refer({ place, text: 'a', variable: 'OWN' })).toEqual({ type: 'env', value: 'OWN' });
    expect(named({ place: ['a', 'ü-.9'], text: 'a' }).values).toEqual(['A_9']);
  });

  it('stand for one secret each, in the order of the alphabet', () => {
    const { values, all } = named(
      { place, text: 'a' },
      { place, text: 'b' },
      { place, text: 'c' },
      { place: ['a'], text: 'd' },
    );
    const name = 'SIGNER_MY_KEY_CONFIG_KEY';
    expect(values).toEqual([name, `${name}_2`, `${name}_3`, 'A']);
    expect(all).toEqual(['A', name, `${name}_2`, `${name}_3`]);
  });

  it('are shared by secrets that came from one variable for as long as they are the same', () => {
    const of = (text: string) => ({ place, text, variable: 'OWN' });
    expect(named(of('a'), of('a'), of('b'), of('b'), of('a'))).toEqual({
      values: ['OWN', 'OWN', 'OWN_2', 'OWN_2', 'OWN'],
      all: ['OWN', 'OWN_2'],
    });
  });

  it('are shared by nothing that came from no variable, also where the secrets are the same', () => {
    expect(named({ place: ['own'], text: 'a' }, { place: ['own'], text: 'a' }).values).toEqual(['OWN', 'OWN_2']);
    expect(named({ place, text: 'a', variable: 'OWN' }, { place: ['own'], text: 'a' }).values).toEqual([
      'OWN',
      'OWN_2',
    ]);
  });

  it('hold nothing of the secrets', () => {
    const names = new VariableNames();
    names.refer({ place, text: 'a-planted-secret' });
    expect(
      [...Object.values(names)].some(
        (value) => value instanceof Map && [...value.values()].includes('a-planted-secret'),
      ),
    ).toBe(false);
  });
});

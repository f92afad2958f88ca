import { ApiToken } from './api-token';
import { digestOf } from './token-text';

const NOW = new Date('2030-01-01T00:00:00.000Z');
const later = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);
const issue = (wish: Partial<Parameters<typeof ApiToken.issue>[0]> = {}) =>
  ApiToken.issue({ name: 'deployment', permissions: ['relayers:read'], ...wish }, NOW);

describe(ApiToken.name, () => {
  it('is recognised by the digest of its text, which is nowhere in it', () => {
    const { token, text } = issue();
    expect(token.accepts(digestOf(text.reveal()), NOW)).toBe(true);
    expect(token.accepts(digestOf(`${text.reveal()} `), NOW)).toBe(false);
    expect(token.accepts('', NOW)).toBe(false);
    expect(JSON.stringify(token)).not.toContain(
      text.reveal().slice('rms_0123456789abcdef_'.length, -'_01234567'.length),
    );
  });

  it('stands for what was asked for, each once', () => {
    const { token } = issue({ permissions: ['relayers:read', 'relayers:read'], relayers: ['a', 'a', 'b'] });
    expect(token.document).toMatchObject({
      name: 'deployment',
      permissions: ['relayers:read'],
      relayers: ['a', 'b'],
      created_at: NOW.toISOString(),
      expires_at: null,
      revoked_at: null,
    });
    expect(token.principal).toEqual({
      id: token.id,
      name: 'deployment',
      permissions: new Set(['relayers:read']),
      relayers: new Set(['a', 'b']),
      expiresAt: undefined,
    });
  });

  it('is restricted to no relayers where none are named', () => {
    const { token } = issue();
    expect(token.document.relayers).toBeNull();
    expect(token.principal.relayers).toBeUndefined();
  });

  it('is another one each time', () => {
    const issued = Array.from({ length: 50 }, () => issue());
    expect(new Set(issued.map(({ token }) => token.id)).size).toBe(50);
    expect(new Set(issued.map(({ text }) => text.reveal())).size).toBe(50);
  });

  it('expires at the very instant', () => {
    const { token, text } = issue({ expires_at: '2030-01-01T02:00:00+01:00' });
    const digest = digestOf(text.reveal());
    expect(token.document.expires_at).toBe('2030-01-01T01:00:00.000Z');
    expect([token.stateAt(later(3_599_999)), token.stateAt(later(3_600_000))]).toEqual(['active', 'expired']);
    expect([token.accepts(digest, later(3_599_999)), token.accepts(digest, later(3_600_000))]).toEqual([true, false]);
  });

  it('is worth nothing once it is revoked', () => {
    const { token, text } = issue();
    const revoked = token.revoked(later(1));
    expect(revoked.stateAt(later(1))).toBe('revoked');
    expect(revoked.accepts(digestOf(text.reveal()), NOW)).toBe(false);
    expect(revoked.document.revoked_at).toBe(later(1).toISOString());
    expect(token.stateAt(later(1))).toBe('active');
  });

  it('keeps its id and its permissions under another text', () => {
    const { token, text } = issue();
    const rotated = token.rotated();
    expect(rotated.token.document).toEqual(token.document);
    expect(rotated.token.accepts(digestOf(text.reveal()), NOW)).toBe(false);
    expect(rotated.token.accepts(digestOf(rotated.text.reveal()), NOW)).toBe(true);
  });

  it('is the same one when it is restored', () => {
    const { token } = issue({ relayers: ['a'], expires_at: later(1).toISOString() });
    expect(ApiToken.restore(token.document, token.digest)).toEqual(token);
  });
});

/** The body that creates a signer: by default a local one with a public test key, the first account of Hardhat. */
export const aSigner = (given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  id: 'signer-1',
  type: 'local',
  config: { key: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' },
  ...given,
});

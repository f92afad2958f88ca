/** The body that creates a relayer: by default one on Sepolia that `aSigner()` signs for. */
export const aRelayer = (given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  id: 'relayer-1',
  name: 'Relayer one',
  network: 'sepolia',
  network_type: 'evm',
  paused: false,
  signer_id: 'signer-1',
  ...given,
});

/** One of many relayers of the same signer: each is on a network of its own, `network-7`. */
export const relayerNumber = (number: number, given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  aRelayer({
    id: `relayer-${String(number)}`,
    name: `Relayer ${String(number)}`,
    network: `network-${String(number)}`,
    ...given,
  });

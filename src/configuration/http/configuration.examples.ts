export const WARNING = {
  severity: 'warning',
  path: 'notifications[0].signing_key',
  line: 7,
  column: 7,
  message: 'is a key of fewer than 32 bytes, which can be guessed',
};
export const CHANGE = {
  action: 'update',
  resource: 'relayer',
  id: 'sepolia-relayer',
  fields: [{ path: 'policies.min_balance', before: 1, after: 2 }],
};
export const DIGEST = '3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea';

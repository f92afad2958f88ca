/** The body that creates a notification: by default a webhook without a signing key. */
export const aNotification = (given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  id: 'notification-1',
  type: 'webhook',
  url: 'https://hooks.example.com/relayers',
  ...given,
});

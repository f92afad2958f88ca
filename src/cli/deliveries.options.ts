import { Option } from 'commander';
import { DELIVERY_STATES } from '../webhooks/domain/delivery';
import type { ListOptions, Output } from './deliveries.command';
import { exitCodes, OF_DATABASE } from './exit-codes';
import { RelayctlCommand } from './relayctl-command';

/** `relayctl deliveries …`: what is sent to webhooks. */
export const deliveriesCommand = (): RelayctlCommand =>
  new RelayctlCommand('deliveries')
    .description('list and redeliver what is sent to webhooks')
    .addCommand(listCommand())
    .addCommand(replayCommand());

/** `relayctl notifications …`: the webhooks themselves. */
export const notificationsCommand = (): RelayctlCommand =>
  new RelayctlCommand('notifications').description('send a test event to a webhook').addCommand(testCommand());

const listCommand = (): RelayctlCommand =>
  new RelayctlCommand('list')
    .description('list the deliveries for a notification, oldest first')
    .argument('<notification>', 'the id of the notification')
    .addOption(new Option('--state <state>', 'only those in this state').choices([...DELIVERY_STATES]))
    .option('--json', 'for programs')
    .examples(['relayctl deliveries list operations-webhook --state failed', 'what did not arrive'])
    .endsWith(exitCodes(OF_DATABASE, { 1: 'there is no such notification' }))
    .action(async (id: string, options: ListOptions) =>
      (await import('./deliveries.command.js')).listDeliveries(id, options),
    );

const replayCommand = (): RelayctlCommand =>
  new RelayctlCommand('replay')
    .description('redeliver: the service that runs makes another attempt')
    .argument('<id>', 'of the delivery')
    .option('--json', 'for programs')
    .examples(['relayctl deliveries replay 0b1c8a3e-6f0d-4d5c-9f1e-2a7b3c4d5e6f', 'its id is in the list'])
    .endsWith(exitCodes(OF_DATABASE, { 1: 'there is no such delivery, or it has still to be made' }))
    .action(async (id: string, options: Output) =>
      (await import('./deliveries.command.js')).replayDelivery(id, options),
    );

const testCommand = (): RelayctlCommand =>
  new RelayctlCommand('test')
    .description('send a test event and show the result; exit code 1 where it was not accepted')
    .argument('<id>', 'of the notification')
    .option('--json', 'for programs')
    .examples(['relayctl notifications test operations-webhook', 'shows how the receiver answered'])
    .endsWith(exitCodes(OF_DATABASE, { 0: 'the receiver accepted it', 1: 'it was not accepted' }))
    .action(async (id: string, options: Output) =>
      (await import('./deliveries.command.js')).testNotification(id, options),
    );

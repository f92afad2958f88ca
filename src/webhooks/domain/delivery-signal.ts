import { EventEmitter } from 'node:events';

/** Says in this process that a delivery was committed, and for which notification. */
export class DeliverySignal extends EventEmitter<{ readonly committed: [notificationId: string] }> {}

import type { Mutation } from '../mutation';

const SERVICE = 'src/deliveries/deliveries.service.ts';
const CONTROLLER = 'src/deliveries/http/deliveries.controller.ts';
const SENDER = 'src/deliveries/undici-sender.ts';
const ANSWER = 'src/deliveries/domain/answer-text.ts';
const ANSWER_SPEC = ['src/deliveries/domain/answer-text.spec.ts'];
const EVENTS = 'src/relayers/domain/relayer.events.ts';
const ROUTES = ['test/e2e/delivery-routes.spec.ts'];
const BODIES = ['test/e2e/delivered-bodies.spec.ts'];
const KEPT = ['test/e2e/kept-answers.spec.ts'];

/** What webhooks and those who ask about them are told, and where a delivery may go. */
export const telling: readonly Mutation[] = [
  {
    name: 'listed-deliveries-by-token',
    kind: 'guard',
    file: SERVICE,
    find: '{ notificationId, state, relayers: scope }',
    replace: '{ notificationId, state, relayers: undefined }',
    tests: ROUTES,
  },
  {
    name: 'delivery-by-token',
    kind: 'guard',
    file: SERVICE,
    find: 'isWithin(scope, delivery.resourceId)',
    replace: 'true',
    tests: ROUTES,
  },
  {
    name: 'replay-by-token',
    kind: 'guard',
    file: SERVICE,
    find: 'const delivery = await this.get(id, scope);',
    replace: 'const delivery = await this.get(id);',
    also: [{ find: 'return this.get(id, scope);', replace: 'return this.get(id);' }],
    tests: ROUTES,
  },
  {
    name: 'deliveries-of-no-notification',
    kind: 'guard',
    file: SERVICE,
    find: 'if (!(await this.notifications.read(notificationId))) throw absentNotification();',
    replace: '',
    tests: ROUTES,
  },
  ...(
    [
      ['list', 'read'],
      ['get', 'read'],
      ['replay', 'write'],
      ['test', 'write'],
    ] as const
  ).map(([route, needed]): Mutation => ({
    name: `permission-to-${route}-deliveries`,
    kind: 'guard',
    file: CONTROLLER,
    find: `@Describes(describeDeliveries.${route})\n  @Needs('notifications:${needed}')`,
    replace: `@Describes(describeDeliveries.${route})\n  @Needs('relayers:${needed}')`,
    tests: ROUTES,
  })),
  {
    name: 'sample-records-told-to-nobody',
    kind: 'guard',
    file: 'src/cli/sample-data.ts',
    find: '.cancelAll(app.get(Clock).now().getTime());',
    replace: '.backlog().then(() => app.get(Clock).now());',
    tests: ['test/cli/deliveries.spec.ts'],
  },
  {
    name: 'rpc-urls-told',
    kind: 'guard',
    file: EVENTS,
    find: 'textOf(relayer, maskUrl)',
    replace: 'textOf(relayer, (url) => url)',
    tests: BODIES,
  },
  {
    name: 'rpc-urls-told-in-reasons',
    kind: 'guard',
    file: EVENTS,
    find: 'withUrlsChanged(reason, maskUrl)',
    replace: 'withUrlsChanged(reason, (url) => url)',
    tests: BODIES,
  },
  {
    name: 'webhook-urls-told',
    kind: 'guard',
    file: 'src/notifications/domain/notification.events.ts',
    find: 'url: maskUrl(document.url)',
    replace: 'url: document.url',
    tests: BODIES,
  },
  {
    name: 'echoes-kept',
    kind: 'guard',
    file: SENDER,
    find: 'new AnswerText(echoesOf(message))',
    replace: 'new AnswerText()',
    tests: KEPT,
  },
  {
    name: 'echoes-cut',
    kind: 'limit',
    file: ANSWER,
    find: 'const MOST_KEPT_BYTES = 8 * 1024;',
    replace: 'const MOST_KEPT_BYTES = 1024;',
    tests: ANSWER_SPEC,
  },
];

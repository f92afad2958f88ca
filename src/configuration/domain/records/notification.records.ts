import { maskUrl } from '../../../kernel/http-url';
import { isPlainObject, type PlainObject } from '../../../kernel/merge-patch';
import type { UrlRules } from '../../../kernel/url-rules';
import { validate } from '../../../kernel/validation';
import type { Notification } from '../../../notifications/domain/notification';
import { NotificationDraft } from '../../../notifications/domain/notification.fields';
import { createNotification } from '../../../notifications/domain/notification.rules';
import { SigningKey } from '../../../notifications/domain/signing-key';
import { type Items, within } from '../configuration-document';
import type { Exporting } from '../exporting';
import { attempt, type FileRecord, issuesOf, type Reading } from '../file-record';
import { error, type Issue, warning } from '../finding';
import { fieldNames } from '../hints';
import type { Place } from '../openzeppelin-form';
import type { OpenZeppelinRules, Rules } from '../rules';
import { plainTexts, resolveVariables, type Resolved, type Resolving, secretAt } from '../secret-references';
import { readEach, type ReadSection } from './read-section';
import { type ReadOptions, RecordKind } from './record-kind';

const KEY = 'signing_key';
const NO_EVENTS = 'is not known there: it has events of relayers only';

/** Their signing keys are references. */
class NotificationRecords extends RecordKind<Notification> {
  override readonly section = 'notifications';
  override readonly name = 'notification';
  override readonly summary = 'Notifications, their signing keys as references.';
  override readonly example = { id: 'audit-webhook', type: 'webhook', url: 'https://audit.example.com/events' };
  override readonly missingThere = 'must be there, an empty list at least';
  protected override readonly masks = { url: (url: unknown) => maskUrl(String(url)) };

  override async resolve(
    value: PlainObject,
    _rules: Pick<Rules, 'kinds'>,
    resolving: Resolving,
  ): Promise<Resolved<PlainObject>> {
    return resolveKey(value, resolving);
  }

  override read(items: Items, { rules, resolving, inquiry }: ReadOptions): Promise<ReadSection<Notification>> {
    return readEach(items, (record) => readNotification(record, rules.urls, resolving), inquiry);
  }

  protected override compared({ document: { type, url, events }, signingKey }: Notification): object {
    return { type, url, signing_key: signingKey?.reveal(), events: events ?? null };
  }

  override secretsOf({ signingKey }: Notification): readonly string[] {
    return signingKey ? [KEY] : [];
  }

  override succeed(after: Notification, before: Notification): Notification {
    return after.succeeding(before);
  }

  protected override written(
    { document: { id, type, url, events }, signingKey: key }: Notification,
    { refer, masked }: Exporting,
  ): PlainObject {
    return {
      id,
      type,
      url: masked.has(this.section) ? maskUrl(url) : url,
      ...(key && {
        [KEY]: refer({ place: ['NOTIFICATION', id, 'SIGNING_KEY'], text: key.reveal(), variable: key.variable }),
      }),
      ...(events && { events }),
    };
  }

  protected override writtenThere(notification: Notification, exporting: Exporting, { at, lose }: Place): PlainObject {
    const { events, ...known } = this.written(notification, exporting);
    if (events !== undefined) lose(within(at, 'events'), NO_EVENTS);
    if (SigningKey.isShort(notification.signingKey?.reveal())) {
      lose(within(at, KEY), 'has fewer than 32 bytes, and it starts with no such key');
    }
    return known;
  }

  override issuesThere(
    { type, url, events, signing_key: key }: PlainObject,
    { resolver }: OpenZeppelinRules,
  ): readonly Issue[] {
    const isEnv = isPlainObject(key) && key.type === 'env' && typeof key.value === 'string';
    const text = isEnv ? resolver.variable(String(key.value)) : isPlainObject(key) ? key.value : undefined;
    return [
      ...(type === undefined ? [error('type', 'is required there', 'write "type": "webhook"')] : []),
      ...(url === '' ? [error('url', 'must not be empty there')] : []),
      ...(events === undefined ? [] : [error('events', NO_EVENTS)]),
      ...(SigningKey.isShort(text) ? [error(KEY, 'must have at least 32 bytes there')] : []),
    ];
  }
}

export const notificationRecords = new NotificationRecords();

/** A notification with its key as a reference that needs nothing else. */
function resolveKey(value: PlainObject, resolving: Resolving): Resolved<PlainObject> {
  if (value[KEY] === undefined) return { value, issues: [], settled: [] };
  const key = resolveVariables(value[KEY], KEY, secretAt(KEY), resolving);
  return { ...key, value: { ...value, [KEY]: key.value } };
}

/** The notification of a record; null where it has no URL and so notifies nobody. */
function readNotification({ value }: FileRecord, urls: UrlRules, resolving: Resolving): Reading<Notification | null> {
  const resolved = resolveKey(value, resolving);
  const key = plainTexts(resolved.value[KEY], KEY, secretAt(KEY));
  const issues = [...resolved.issues, ...key.issues];
  if (SigningKey.isShort(key.value)) {
    issues.push(
      warning(KEY, 'is a key of fewer than 32 bytes, which can be guessed', 'make one: openssl rand -hex 32'),
    );
  }
  if (value.url === '') {
    const message = 'is empty: the notification is left out, and its relayers notify nobody';
    return { value: null, issues: [...issues, warning('url', message, 'give it a URL')] };
  }
  const draft = validate(NotificationDraft, { ...resolved.value, [KEY]: key.value });
  const { value: notification, faults } = attempt(() => createNotification(draft, urls));
  const settled = [...resolved.settled, ...key.settled];
  const variable = key.variables?.[KEY];
  return {
    value: variable === undefined ? notification : notification?.withKeyVariable(variable),
    issues: [...issues, ...issuesOf(faults, settled, (at) => fieldNames(NotificationDraft, at), value)],
  };
}

import type { PlainObject } from '../../kernel/merge-patch';
import type { UrlRules } from '../../kernel/url-rules';
import { validate } from '../../kernel/validation';
import type { Notification } from '../../notifications/domain/notification';
import { NotificationDraft } from '../../notifications/domain/notification.fields';
import { createNotification } from '../../notifications/domain/notification.rules';
import { SigningKey } from '../../notifications/domain/signing-key';
import { attempt, type FileRecord, issuesOf, type Reading } from './file-record';
import { warning } from './finding';
import { fieldNames } from './hints';
import { plainTexts, resolveVariables, type Resolved, type Resolving, secretAt } from './secret-references';

const KEY = 'signing_key';

/** A notification of a file with all that it refers to in it, as references that need nothing else. */
export function resolveNotification(value: PlainObject, resolving: Resolving): Resolved<PlainObject> {
  if (value[KEY] === undefined) return { value, issues: [], settled: [] };
  const key = resolveVariables(value[KEY], KEY, secretAt(KEY), resolving);
  return { ...key, value: { ...value, [KEY]: key.value } };
}

/** Reads the notifications of a file, whose signing keys are references. */
export class NotificationSection {
  constructor(
    private readonly urls: UrlRules,
    private readonly resolving: Resolving,
  ) {}

  /** The notification of a record; null where it has no URL and so notifies nobody. */
  read({ value }: FileRecord): Reading<Notification | null> {
    const resolved = resolveNotification(value, this.resolving);
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
    const { value: notification, faults } = attempt(() => createNotification(draft, this.urls));
    const settled = [...resolved.settled, ...key.settled];
    const variable = key.variables?.[KEY];
    return {
      value: variable === undefined ? notification : notification?.withKeyVariable(variable),
      issues: [...issues, ...issuesOf(faults, settled, (at) => fieldNames(NotificationDraft, at), value)],
    };
  }
}

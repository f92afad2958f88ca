import { type Principal, seesWhole } from '../../auth/domain/principal';
import { MASKED } from '../../http/answer';
import { maskUrl } from '../../kernel/http-url';
import type { Stored } from '../../kernel/record';
import type { NotificationDocument } from '../domain/notification';

type View = (stored: Stored<NotificationDocument>) => NotificationDocument;

const whole: View = ({ entity }) => entity;
const masked: View = ({ entity }) => ({ ...entity, url: maskUrl(entity.url) });

/** How a caller sees notifications: whoever may write them sees their URLs whole. */
export const viewOfNotifications = (caller: Principal) =>
  seesWhole(caller, 'notifications') ? { of: whole, variant: '' } : { of: masked, variant: MASKED };

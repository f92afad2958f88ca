import { Body, Controller, Delete, Get, Logger, Param, Patch, Post, Query } from '@nestjs/common';
import { Answer } from '../../http/answer';
import { Cacheable } from '../../http/cacheable.decorator';
import { Caller } from '../../http/caller.decorator';
import { Idempotent } from '../../http/idempotent.decorator';
import { IfMatch } from '../../http/if-match.decorator';
import { Needs } from '../../http/needs.decorator';
import { ValidatedBody } from '../../http/validated-body.pipe';
import { ApiCreate, ApiDelete, ApiGet, ApiList, ApiUpdate } from '../../http/openapi/resource.decorators';
import { CursorOf, PageQuery } from '../../http/page.query';
import { Unlimited } from '../../http/unlimited.decorator';
import type { Principal } from '../../kernel/principal';
import type { Precondition, Stored } from '../../kernel/record';
import type { Validated } from '../../kernel/validation';
import type { NotificationDocument } from '../domain/notification';
import { NotificationChanges, NotificationDraft } from '../domain/notification.fields';
import { SigningKey } from '../domain/signing-key';
import { NotificationsService } from '../notifications.service';
import { NOTIFICATION } from './notification.api';
import { viewOfNotifications } from './notification.view';

const PATH = '/api/v1/notifications';

@Controller(PATH)
export class NotificationsController {
  private readonly logger = new Logger('notifications');

  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @Unlimited()
  @Cacheable()
  @ApiList(NOTIFICATION)
  @Needs('notifications:read')
  async list(@Query(CursorOf(PATH)) { request }: PageQuery, @Caller() caller: Principal): Promise<Answer> {
    const view = viewOfNotifications(caller);
    const page = await this.notifications.list(request);
    const seen = { ...page, revisions: page.revisions.map(view.revision) };
    return Answer.page({ path: PATH, request }, seen, view.of, view.variant);
  }

  @Get(':notification_id')
  @Unlimited()
  @Cacheable()
  @ApiGet(NOTIFICATION)
  @Needs('notifications:read')
  async get(@Param('notification_id') id: string, @Caller() caller: Principal): Promise<Answer> {
    return answerTo(caller, await this.notifications.get(id));
  }

  @Post()
  @ApiCreate(NOTIFICATION)
  @Idempotent()
  @Needs('notifications:write')
  async create(
    @Body(ValidatedBody.of(NotificationDraft)) draft: Validated<NotificationDraft>,
    @Caller() caller: Principal,
  ): Promise<Answer> {
    const notification = await this.notifications.create(draft);
    this.warnOfShortKey(notification.entity, draft.value);
    const view = viewOfNotifications(caller);
    return Answer.created(PATH, view.of(notification), view.revision(notification), view.variant);
  }

  @Patch(':notification_id')
  @ApiUpdate(NOTIFICATION)
  @Needs('notifications:write')
  async patch(
    @Param('notification_id') id: string,
    @Body() changes: NotificationChanges,
    @IfMatch(PATH) precondition: Precondition | undefined,
    @Caller() caller: Principal,
  ): Promise<Answer> {
    const notification = await this.notifications.patch(id, changes, precondition, caller.relayers);
    this.warnOfShortKey(notification.entity, changes);
    return answerTo(caller, notification);
  }

  @Delete(':notification_id')
  @ApiDelete(NOTIFICATION)
  @Needs('notifications:write')
  async delete(
    @Param('notification_id') id: string,
    @IfMatch(PATH) precondition: Precondition | undefined,
    @Caller() caller: Principal,
  ): Promise<string> {
    await this.notifications.delete(id, precondition, caller.relayers);
    return 'Notification deleted successfully';
  }

  private warnOfShortKey({ id }: NotificationDocument, { signing_key }: NotificationChanges): void {
    if (!SigningKey.isShort(signing_key)) return;
    this.logger.warn({ notification: id }, 'A signing key has fewer than 32 bytes');
  }
}

function answerTo(caller: Principal, notification: Stored<NotificationDocument>): Answer {
  const view = viewOfNotifications(caller);
  return Answer.record(PATH, view.of(notification), view.revision(notification), view.variant);
}

import { Controller, Delete, Get, Logger, Param, Patch, Post, Req } from '@nestjs/common';
import { Needs } from '../../auth/permission.guard';
import { Answer } from '../../http/answer';
import { type ApiRequest, principalOf } from '../../http/api-request';
import { Enveloped } from '../../http/envelope.interceptor';
import { Idempotent } from '../../http/idempotency.interceptor';
import { JsonBody } from '../../http/json-body.decorator';
import { Describes } from '../../http/openapi/operation';
import { preconditionOf } from '../../http/preconditions';
import { Query } from '../../http/query';
import { isPlainObject } from '../../kernel/merge-patch';
import type { Published } from '../../kernel/record';
import { SigningKey } from '../domain/signing-key';
import { NotificationsService } from '../notifications.service';
import { describeNotifications } from './notification.description';

const PATH = '/api/v1/notifications';

@Controller(PATH)
export class NotificationsController {
  private readonly logger = new Logger('notifications');

  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @Describes(describeNotifications.list)
  @Needs('notifications:read')
  async list(@Req() request: ApiRequest): Promise<Answer> {
    const query = new Query(request);
    const page = query.page();
    query.check();
    return Answer.list(PATH, page, await this.notifications.list(page));
  }

  @Get(':notification_id')
  @Describes(describeNotifications.get)
  @Needs('notifications:read')
  async get(@Param('notification_id') id: string): Promise<Answer> {
    return Answer.read(await this.notifications.get(id));
  }

  @Post()
  @Describes(describeNotifications.create)
  @Idempotent()
  @Needs('notifications:write')
  async create(@JsonBody() body: unknown): Promise<Answer> {
    const notification = await this.notifications.create(body);
    this.warnOfShortKey(notification, body);
    return Answer.created(PATH, notification);
  }

  @Patch(':notification_id')
  @Describes(describeNotifications.patch)
  @Needs('notifications:write')
  async patch(
    @Param('notification_id') id: string,
    @JsonBody() body: unknown,
    @Req() request: ApiRequest,
  ): Promise<Answer> {
    const notification = await this.notifications.patch(id, body, preconditionOf(request));
    this.warnOfShortKey(notification, body);
    return Answer.record(notification);
  }

  @Delete(':notification_id')
  @Describes(describeNotifications.delete)
  @Needs('notifications:write')
  @Enveloped()
  async delete(@Param('notification_id') id: string, @Req() request: ApiRequest): Promise<string> {
    await this.notifications.delete(id, preconditionOf(request), principalOf(request).relayers);
    return 'Notification deleted successfully';
  }

  private warnOfShortKey({ id }: Published, body: unknown): void {
    if (!isPlainObject(body) || !SigningKey.isShort(body.signing_key)) return;
    this.logger.warn({ notification: id }, 'A signing key has fewer than 32 bytes');
  }
}

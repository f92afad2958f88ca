import { Body, Controller, Get, NotFoundException, Param, Patch, Query, UseGuards } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { NotificationEntity } from './notification.entity';
import { RelayersService } from './relayers.service';
import { PageQuery, UpdateRelayerRequest } from './requests';

const success = <T>(data: T) => ({ success: true, data, error: '' });

@Controller('api/v1/relayers')
@UseGuards(AuthGuard('bearer'))
export class RelayersController {
  constructor(private readonly relayers: RelayersService) {}

  @Get()
  async list(@Query() query: PageQuery) {
    const page = Math.max(1, query.page);
    const [data, total] = await this.relayers.list(page, query.per_page);
    return { ...success(data), pagination: { current_page: page, per_page: query.per_page, total_items: total } };
  }

  @Get(':id')
  async get(@Param('id') id: string) {
    return success(await this.relayers.get(id));
  }

  @Patch(':id')
  async update(@Param('id') id: string, @Body() body: UpdateRelayerRequest) {
    return success(await this.relayers.update(id, body));
  }
}

@Controller('api/v1/notifications')
@UseGuards(AuthGuard('bearer'))
export class NotificationsController {
  constructor(@InjectRepository(NotificationEntity) private readonly notifications: Repository<NotificationEntity>) {}

  @Get(':id')
  async get(@Param('id') id: string) {
    const notification = await this.notifications.findOneBy({ id });
    if (!notification) throw new NotFoundException('Notification not found');
    return success(notification);
  }
}

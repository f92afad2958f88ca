import { AuditEntryModels } from './http/audit-entry.schemas';
import { Global, Module } from '@nestjs/common';
import { AuditSealer } from './audit-sealer';
import { AuditService } from './audit.service';
import { AuditLog } from './domain/audit-log';
import { AuditController } from './http/audit.controller';
import { AuditKeys } from './typeorm/audit-keys';
import { HeadLog } from './head-log';
import { TypeOrmAuditLog } from './typeorm/typeorm-audit-log';

/** Global, as every use case that changes something leaves an entry. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [
    AuditEntryModels,
    AuditService,
    AuditSealer,
    HeadLog,
    AuditKeys,
    { provide: AuditLog, useClass: TypeOrmAuditLog },
  ],
  exports: [AuditService, HeadLog, AuditSealer, AuditLog],
})
export class AuditModule {}

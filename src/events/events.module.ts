import { Global, Module } from '@nestjs/common';
import { Caller } from '../kernel/caller';
import { AuditService } from './audit.service';
import { CallContext } from './call-context';
import { AuditTrail } from './domain/audit-trail';
import { Journal } from './domain/journal';
import { FailedSignIns } from './failed-sign-ins';
import { AuditController } from './http/audit.controller';
import { TypeOrmAuditTrail } from './typeorm/typeorm-audit-trail';
import { TypeOrmJournal } from './typeorm/typeorm-journal';

/** Global, as every use case that changes something records it. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [
    AuditService,
    CallContext,
    FailedSignIns,
    { provide: Caller, useExisting: CallContext },
    { provide: Journal, useClass: TypeOrmJournal },
    { provide: AuditTrail, useClass: TypeOrmAuditTrail },
  ],
  exports: [AuditService, CallContext, FailedSignIns, Caller, Journal, AuditTrail],
})
export class EventsModule {}

import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { AuditRetention } from './audit-retention';
import { CleanUp } from './clean-up';

@Module({ imports: [AuthModule], providers: [AuditRetention, CleanUp] })
export class CleanUpModule {}

import { ApiHealth, ApiReadiness } from './health.api';
import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NoBody } from '../http/no-body.decorator';
import { WithoutEnvelope } from '../http/without-envelope.decorator';
import { Public } from '../http/public.decorator';
import { Unlimited } from '../http/unlimited.decorator';
import { Readiness } from './readiness';

const BASE = '/api/v1';
export const HEALTH_PATH = `${BASE}/health`;
export const READY_PATH = `${BASE}/ready`;

/** For probes and load balancers; not resources of the API, so without its envelope. */
@Controller()
@Public()
@Unlimited()
@NoBody()
@WithoutEnvelope()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Answers as long as the process does. */
  @Get(HEALTH_PATH)
  @ApiHealth()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  health(): string {
    return 'OK';
  }

  /** 200 while requests can be served, 503 while the database does not answer or the process is shutting down. */
  @Get(READY_PATH)
  @ApiReadiness()
  async ready(@Res({ passthrough: true }) response: Response): Promise<object> {
    const report = await this.readiness.report();
    response.status(report.ready ? 200 : 503);
    return report;
  }
}

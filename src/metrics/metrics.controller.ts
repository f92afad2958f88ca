import { All, Controller, Get, MethodNotAllowedException, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Response } from 'express';
import { coded } from '../http/content-coding';
import { NoBody } from '../http/no-body.decorator';
import { WithoutEnvelope } from '../http/without-envelope.decorator';
import { Needs } from '../http/needs.decorator';
import { Public } from '../http/public.decorator';
import { Unlimited } from '../http/unlimited.decorator';
import { Unrestricted } from '../http/unrestricted.decorator';
import { MetricsText } from './metrics-text';
import { ApiMetrics } from './metrics.api';

const METRICS_PATH = '/metrics';

/** The metrics for Prometheus; no resource of the API, so without its envelope. */
@Controller(METRICS_PATH)
@Needs('metrics:read')
@Unrestricted()
@Unlimited()
@NoBody()
@WithoutEnvelope()
export class MetricsController {
  constructor(private readonly metrics: MetricsText) {}

  @Get()
  @ApiMetrics()
  async read(@Res() response: Response): Promise<void> {
    const text = await this.metrics.all();
    // Express would write the content type of a text anew.
    response.set('Content-Type', this.metrics.contentType).send(Buffer.from(await coded(response, text)));
  }

  /** @throws MethodNotAllowedException always */
  @All()
  @ApiExcludeEndpoint()
  refuse(@Res({ passthrough: true }) response: Response): never {
    response.setHeader('Allow', 'GET, HEAD');
    throw new MethodNotAllowedException();
  }
}

/** The same, for everybody. */
@Controller(METRICS_PATH)
@Public()
export class PublicMetricsController extends MetricsController {}

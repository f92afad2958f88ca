import { All, Controller, Get, MethodNotAllowedException, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../auth/bearer.guard';
import { Needs } from '../auth/permission.guard';
import { Describes } from '../http/openapi/operation';
import { Figures } from './figures';
import { describeMetrics } from './metrics.description';

const METRICS_PATH = '/metrics';

/** The figures for Prometheus; no resource of the API, so without its envelope. */
@Controller(METRICS_PATH)
@Needs('metrics:read')
export class MetricsController {
  constructor(private readonly figures: Figures) {}

  @Get()
  @Describes(describeMetrics)
  async read(@Res({ passthrough: true }) response: Response): Promise<string> {
    const text = await this.figures.text();
    response.setHeader('Content-Type', this.figures.contentType);
    return text;
  }

  /** @throws MethodNotAllowedException always */
  @All()
  refuse(@Res({ passthrough: true }) response: Response): never {
    response.setHeader('Allow', 'GET, HEAD');
    throw new MethodNotAllowedException();
  }
}

/** The same, for everybody. */
@Controller(METRICS_PATH)
@Public()
export class PublicMetricsController extends MetricsController {}

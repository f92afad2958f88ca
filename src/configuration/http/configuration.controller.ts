import { Readable } from 'node:stream';
import { Controller, Get, HttpCode, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from '../../http/api-request';
import { NoBody } from '../../http/no-body.decorator';
import { Needs } from '../../http/needs.decorator';
import { Unlimited } from '../../http/unlimited.decorator';
import { Unrestricted } from '../../http/unrestricted.decorator';
import { whileWorking } from '../../http/while-working';
import { CallContext } from '../../kernel/call-context';
import type { Source } from '../configuration-files';
import { ConfigurationService, type Outcome } from '../configuration.service';
import { hasErrors } from '../domain/finding';
import { ndjsonOf } from '../domain/ndjson';
import { ExportService } from '../export.service';
import {
  ApiApplyConfiguration,
  ApiDiffConfiguration,
  ApiExportConfiguration,
  ApiValidateConfiguration,
} from './configuration.api';
import { ApplyQuery, PlanQuery } from './apply.query';
import { NDJSON_TYPE, receive } from './configuration-body';

/** The whole configuration at once. */
@Controller('/api/v1/configuration')
@Unlimited()
@Unrestricted()
@NoBody()
export class ConfigurationController {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly exports: ExportService,
    private readonly calls: CallContext,
  ) {}

  @Get()
  @ApiExportConfiguration()
  @Needs('configuration:read')
  async get(@Req() request: ApiRequest): Promise<object> {
    const exported = await whileWorking(this.calls, request, () => this.exports.export());
    if (request.accepts(['application/json', NDJSON_TYPE]) !== NDJSON_TYPE) return exported;
    return new StreamableFile(Readable.from(ndjsonOf(exported.configuration)), { type: NDJSON_TYPE });
  }

  @Post('validate')
  @ApiValidateConfiguration()
  @Needs('configuration:read')
  @HttpCode(200)
  validate(@Req() request: ApiRequest, @Res({ passthrough: true }) response: Response): Promise<object> {
    return this.work(request, response, async (source) => {
      const findings = await this.configuration.validateHere(source);
      return { valid: !hasErrors(findings), findings };
    });
  }

  @Post('diff')
  @ApiDiffConfiguration()
  @Needs('configuration:read')
  @HttpCode(200)
  diff(
    @Query() { options }: PlanQuery,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    return this.work(request, response, async (source) =>
      answerOf(await this.configuration.plan(source, options), false),
    );
  }

  @Post('apply')
  @ApiApplyConfiguration()
  @Needs('configuration:write')
  @HttpCode(200)
  apply(
    @Query() { options }: ApplyQuery,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    return this.work(request, response, async (source) =>
      answerOf(await this.configuration.apply(source, options), true),
    );
  }

  private async work(
    request: ApiRequest,
    response: Response,
    work: (source: Source) => Promise<object>,
  ): Promise<object> {
    const source = await receive(request, response);
    try {
      return await whileWorking(this.calls, request, () => work(source));
    } finally {
      source.close();
    }
  }
}

const answerOf = ({ plan, warnings }: Outcome, applied: boolean): object => ({ ...plan, applied, warnings });

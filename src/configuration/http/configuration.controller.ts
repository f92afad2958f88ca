import { Controller, Get, HttpCode, Post, Query, Req, Res, StreamableFile, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { seesWhole } from '../../auth/domain/principal';
import { Answer, JSON_TYPE } from '../../http/answer';
import { Caller } from '../../http/caller.decorator';
import type { ApiRequest } from '../../http/api-request';
import { NoBody } from '../../http/no-body.decorator';
import { Needs } from '../../http/needs.decorator';
import { Unlimited } from '../../http/unlimited.decorator';
import { Unrestricted } from '../../http/unrestricted.decorator';
import { whileWorking } from '../../http/while-working';
import { CallContext } from '../../kernel/call-context';
import { may, type Principal } from '../../kernel/principal';
import { inTurns } from '../../kernel/turns';
import type { Source } from '../configuration-files';
import { ConfigurationService, type Outcome } from '../configuration.service';
import { type Finding, hasErrors, warning } from '../domain/finding';
import { OpenZeppelinForm } from '../domain/openzeppelin-form';
import { SECTIONS } from '../domain/records';
import { ExportService } from '../export.service';
import { jsonOf, linesOf } from '../exported-text';
import { Spool } from '../spool';
import { SpoolStream } from '../spool-stream';
import {
  ApiApplyConfiguration,
  ApiDiffConfiguration,
  ApiExportConfiguration,
  ApiValidateConfiguration,
} from './configuration.api';
import { ApplyQuery, PlanQuery } from './apply.query';
import { ExportQuery } from './export.query';
import { NDJSON_TYPE, receive } from './configuration-body';
import { WorkSlotsInterceptor } from './work-slots.interceptor';

const NO_KEYSTORE =
  'names a keystore that no answer has: relayctl export --for openzeppelin writes it where the database is';

/** The whole configuration at once. */
@Controller('/api/v1/configuration')
@Unrestricted()
@NoBody()
@UseInterceptors(WorkSlotsInterceptor)
export class ConfigurationController {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly exports: ExportService,
    private readonly calls: CallContext,
  ) {}

  @Get()
  @Unlimited()
  @ApiExportConfiguration()
  @Needs('configuration:read')
  async get(
    @Query() { for: system }: ExportQuery,
    @Caller() caller: Principal,
    @Req() request: ApiRequest,
  ): Promise<StreamableFile> {
    const isNdjson = request.accepts(['application/json', NDJSON_TYPE]) === NDJSON_TYPE;
    const theirs = system && new OpenZeppelinForm();
    const masked = new Set(SECTIONS.filter((section) => !seesWhole(caller, section)));
    const spool = new Spool();
    try {
      await whileWorking(this.calls, request, (signal) =>
        this.exports.read(
          { form: theirs, masked },
          async (sections, names) => {
            const more = () => (theirs ? { warnings: warningsOf(theirs) } : {});
            const texts = isNdjson ? linesOf(sections) : jsonOf(sections, names, more);
            for await (const text of texts) spool.append(Buffer.from(text));
          },
          signal,
        ),
      );
    } catch (error) {
      spool.close();
      throw error;
    }
    return new StreamableFile(new SpoolStream(spool), {
      type: isNdjson ? NDJSON_TYPE : JSON_TYPE,
      length: spool.size,
    });
  }

  @Post('validate')
  @Unlimited()
  @ApiValidateConfiguration()
  @Needs('configuration:read')
  @HttpCode(200)
  validate(@Req() request: ApiRequest, @Res({ passthrough: true }) response: Response): Promise<object> {
    return this.work(request, response, async (source, signal) => {
      const findings = await this.configuration.validateHere(source, signal);
      return { valid: !hasErrors(findings), findings };
    });
  }

  @Post('diff')
  @Unlimited()
  @ApiDiffConfiguration()
  @Needs('configuration:read')
  @HttpCode(200)
  diff(
    @Query() { options }: PlanQuery,
    @Caller() caller: Principal,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer> {
    const comparesSecrets = may(caller, 'configuration:write');
    return this.work(request, response, async (source, signal) =>
      answerOf(await this.configuration.plan(source, options, { signal, comparesSecrets }), false),
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
  ): Promise<Answer> {
    return this.work(request, response, async (source, signal) =>
      answerOf(await this.configuration.apply(source, options, { signal }), true),
    );
  }

  private async work<T>(
    request: ApiRequest,
    response: Response,
    work: (source: Source, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const body = await receive(request, response);
    try {
      return await whileWorking(this.calls, request, async (signal) => work(await body.read(signal), signal));
    } finally {
      body.close();
    }
  }
}

/** What it cannot hold, and what no answer may have. */
const warningsOf = ({ losses, keystores }: OpenZeppelinForm): readonly Finding[] => [
  ...losses,
  ...keystores.map(({ at }) => warning(at, NO_KEYSTORE)),
];

/** Its changes may be as long as what is stored: they are written in turns with what others ask for. */
const answerOf = ({ plan: { changes, ...plan }, bytes, warnings }: Outcome, applied: boolean): Answer =>
  Answer.long('changes', inTurns(changes), bytes, { ...plan, applied, warnings });

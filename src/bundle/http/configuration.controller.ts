import { Controller, ForbiddenException, Get, HttpCode, Post, Req } from '@nestjs/common';
import { Needs } from '../../auth/permission.guard';
import { Answer } from '../../http/answer';
import { type ApiRequest, principalOf } from '../../http/api-request';
import { BytesBody } from '../../http/json-body.decorator';
import { Describes } from '../../http/openapi/operation';
import { Query } from '../../http/query';
import { whileWorking } from '../../http/while-working';
import { DomainError } from '../../kernel/domain-error';
import { ConfigurationService, type Outcome } from '../configuration.service';
import { Findings } from '../domain/finding';
import { readJsonFile } from '../domain/json-file';
import type { Wish } from '../domain/plan';
import { MOST_PORTABLE_BYTES } from '../domain/portable';
import { NoSurroundings } from '../domain/surroundings';
import { ExportService } from '../export.service';
import type { Source } from '../source';
import { describeConfiguration } from './configuration.description';

const EXISTING = ['replace', 'skip', 'fail'] as const;

/** The whole configuration at once. It is not for callers for whom there are some relayers only. */
@Controller('/api/v1/configuration')
export class ConfigurationController {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly exports: ExportService,
  ) {}

  @Get()
  @Describes(describeConfiguration.get)
  @Needs('configuration:read')
  async get(@Req() request: ApiRequest): Promise<Answer> {
    requireAll(request);
    return Answer.exact(await whileWorking(request, () => this.exports.export()));
  }

  @Post('validate')
  @Describes(describeConfiguration.validate)
  @Needs('configuration:read')
  @HttpCode(200)
  async validate(@BytesBody(MOST_PORTABLE_BYTES) body: Buffer, @Req() request: ApiRequest): Promise<Answer> {
    requireAll(request);
    const { all, hasErrors } = await whileWorking(request, () => this.configuration.validateHere(sourceOf(body)));
    return Answer.exact({ valid: !hasErrors, findings: all });
  }

  @Post('diff')
  @Describes(describeConfiguration.diff)
  @Needs('configuration:read')
  @HttpCode(200)
  async diff(@BytesBody(MOST_PORTABLE_BYTES) body: Buffer, @Req() request: ApiRequest): Promise<Answer> {
    requireAll(request);
    const wish = wishOf(request);
    return answer(await whileWorking(request, () => this.configuration.plan(sourceOf(body), wish)), false);
  }

  @Post('apply')
  @Describes(describeConfiguration.apply)
  @Needs('configuration:write')
  @HttpCode(200)
  async apply(@BytesBody(MOST_PORTABLE_BYTES) body: Buffer, @Req() request: ApiRequest): Promise<Answer> {
    requireAll(request);
    const wish = wishOf(request, 'digest');
    return answer(await whileWorking(request, () => this.configuration.apply(sourceOf(body), wish)), true);
  }
}

function requireAll(request: ApiRequest): void {
  if (principalOf(request).relayers) throw new ForbiddenException();
}

const answer = ({ plan, warnings }: Outcome, applied: boolean): Answer => Answer.exact({ ...plan, applied, warnings });

function sourceOf(body: Buffer): Source {
  const findings = new Findings();
  const read = (offset: number, length: number): Buffer => body.subarray(offset, offset + length);
  return { file: readJsonFile({ size: body.length, read }, findings), surroundings: new NoSurroundings(), findings };
}

function wishOf(request: ApiRequest, precondition?: 'digest'): Wish {
  const query = new Query(request);
  const digest = precondition && query.text(precondition);
  const prune = query.boolean('prune') ?? false;
  const given = query.text('on_conflict') ?? 'replace';
  query.check();
  const existing = EXISTING.find((known) => known === given);
  if (!existing) {
    throw DomainError.invalid([{ path: 'on_conflict', message: `must be one of ${EXISTING.join(', ')}` }]);
  }
  return { existing, prune, digest };
}

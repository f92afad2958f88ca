import { ApiOwnDescription } from './description.api';
import { All, Controller, Get, MethodNotAllowedException, NotFoundException, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import helmet from 'helmet';
import { NoBody } from '../no-body.decorator';
import { WithoutEnvelope } from '../without-envelope.decorator';
import { Public } from '../public.decorator';
import { StaticFile } from '../static-file';
import { Unlimited } from '../unlimited.decorator';
import { ApiDescription } from './api-description';
import { PageFiles } from './docs.files';
import { DESCRIPTION_PATH, DOCS_PATH, PAGE } from './docs.page';

const PAGE_FILE = new StaticFile('text/html; charset=utf-8', Buffer.from(PAGE));

/**
 * The page loads from here and sends to here, nowhere else. Whether that is over TLS is for the operator: nothing makes
 * a browser insist on it, which on plain HTTP would leave the page empty.
 */
const protect = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
});

/** Serves the API description, and a page that shows it and needs nothing from elsewhere. */
@Controller()
@Public()
@Unlimited()
@NoBody()
@WithoutEnvelope()
export class DocsController {
  private readonly files = new PageFiles();

  constructor(private readonly description: ApiDescription) {}

  @Get(DESCRIPTION_PATH)
  @ApiOwnDescription()
  getDescription(@Res() response: Response): Promise<void> {
    return this.description.file.sendTo(response);
  }

  /** Whoever opens the address of the service in a browser gets to the page. */
  @Get('/')
  @ApiExcludeEndpoint()
  leadToPage(@Res() response: Response): void {
    response.status(302).location(DOCS_PATH).end();
  }

  @Get(DOCS_PATH)
  @ApiExcludeEndpoint()
  getPage(@Req() request: Request, @Res() response: Response): Promise<void> {
    return send(request, response, PAGE_FILE);
  }

  /** @throws NotFoundException for a file that the page does not need */
  @Get(`${DOCS_PATH}/:file`)
  @ApiExcludeEndpoint()
  getFile(@Param('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return send(request, response, this.files.find(name));
  }

  /** @throws NotFoundException for what is no guide */
  @Get(`${DOCS_PATH}/guides/:file`)
  @ApiExcludeEndpoint()
  getGuide(@Param('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return send(request, response, this.files.guide(name));
  }

  /** @throws MethodNotAllowedException always */
  @All(['/', DESCRIPTION_PATH, DOCS_PATH, `${DOCS_PATH}/:file`, `${DOCS_PATH}/guides/:file`])
  @ApiExcludeEndpoint()
  refuse(@Res({ passthrough: true }) response: Response): never {
    response.setHeader('Allow', 'GET, HEAD');
    throw new MethodNotAllowedException();
  }
}

function send(request: Request, response: Response, file: StaticFile | undefined): Promise<void> {
  if (!file) throw new NotFoundException();
  protect(request, response, () => undefined);
  return file.sendTo(response);
}

import { dirname, join } from 'node:path';
import {
  All,
  Controller,
  Get,
  Header,
  MethodNotAllowedException,
  NotFoundException,
  Param,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import helmet from 'helmet';
import { Public } from '../../auth/bearer.guard';
import { JSON_TYPE } from '../answer';
import { ApiDescription } from './api-description';
import { DESCRIPTION_PATH, DOCS_PATH, PAGE, PAGE_FILES, PAGE_SCRIPT, PAGE_STYLE } from './docs.page';
import { Describes } from './operation';
import { describeOwnRoute } from './own-route';

const HTML_TYPE = 'text/html; charset=utf-8';

/** Made here: by their file name, their content type and text. */
const OWN_FILES: ReadonlyMap<string, readonly [type: string, text: string]> = new Map([
  ['page.js', ['text/javascript; charset=utf-8', PAGE_SCRIPT]],
  ['page.css', ['text/css; charset=utf-8', PAGE_STYLE]],
]);

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
export class DocsController {
  constructor(private readonly description: ApiDescription) {}

  @Get(DESCRIPTION_PATH)
  @Describes(describeOwnRoute)
  @Header('Content-Type', JSON_TYPE)
  getDescription(): string {
    return this.description.text;
  }

  @Get(DOCS_PATH)
  getPage(@Req() request: Request, @Res() response: Response): void {
    send(request, response, HTML_TYPE, PAGE);
  }

  /** @throws NotFoundException for a file that the page does not need */
  @Get(`${DOCS_PATH}/:file`)
  getFile(@Param('file') file: string, @Req() request: Request, @Res() response: Response): void {
    const own = OWN_FILES.get(file);
    if (own) {
      send(request, response, ...own);
      return;
    }
    const type = PAGE_FILES.get(file);
    if (type === undefined) throw new NotFoundException();
    protect(request, response, () => {
      response.setHeader('Content-Type', type);
      response.sendFile(join(swaggerUiFolder(), file));
    });
  }

  /** @throws MethodNotAllowedException always */
  @All([DESCRIPTION_PATH, DOCS_PATH, `${DOCS_PATH}/:file`])
  refuse(@Res({ passthrough: true }) response: Response): never {
    response.setHeader('Allow', 'GET, HEAD');
    throw new MethodNotAllowedException();
  }
}

function send(request: Request, response: Response, type: string, text: string): void {
  protect(request, response, () => {
    response.setHeader('Content-Type', type);
    response.send(text);
  });
}

/** Found only when the page is first asked for. */
const swaggerUiFolder = (): string => dirname(require.resolve('swagger-ui-dist/package.json'));

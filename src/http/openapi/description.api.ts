import { VERSION } from '../../kernel/version';
import { Api } from './api.decorator';

/** Describes the route of the description itself. */
export const ApiOwnDescription = () =>
  Api({
    id: 'getApiDescription',
    tag: 'Health',
    summary: 'This description',
    description: 'The API description in OpenAPI 3.1, with the variants that modules from outside added.',
    parameters: ['IfNoneMatch'],
    answers: {
      304: { description: 'It is as If-None-Match says, and not sent again.', headers: ['ETag'] },
      200: {
        description: 'The description.',
        headers: ['ETag'],
        content: {
          schema: {
            type: 'object',
            description: 'A document of OpenAPI 3.1.',
            properties: {
              openapi: { type: 'string', const: '3.1.0', description: 'The version of OpenAPI.' },
              info: { type: 'object', description: 'What is described.' },
              paths: { type: 'object', description: 'The operations, by their paths and methods.' },
            },
            required: ['openapi', 'info', 'paths'],
          },
          examples: {
            start: {
              summary: 'How it begins',
              value: { openapi: '3.1.0', info: { title: 'Relayer Management Service', version: VERSION }, paths: {} },
            },
          },
        },
      },
    },
  });

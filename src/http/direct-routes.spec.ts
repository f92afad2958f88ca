import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { ApiRequest } from './api-request';
import { DirectRoutes } from './direct-routes';

const answer =
  (text: string) =>
  ({ params, path }: Request, response: Response): void => {
    response.json({ text, params, path, passed: response.getHeader('passed') ?? '' });
  };

const pass =
  (name: string) =>
  (_: Request, response: Response, next: NextFunction): void => {
    response.setHeader('passed', `${String(response.getHeader('passed') ?? '')}${name}`);
    next();
  };

/** Nest has such a one behind all routes. */
const sayError = (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
  if (error instanceof Error) response.status(418).json({ error: error.message });
  else next(error);
};

/** What the application answers by the table, and how often Express was asked after all. */
async function ask(prepare: (application: Express) => void, method: string, path: string) {
  const application = express();
  prepare(application);
  application.use(sayError);
  let asked = 0;
  const counted = Object.assign(
    (request: Request, response: Response) => {
      asked += 1;
      application(request, response);
    },
    { router: application.router },
  ) as unknown as Express;
  const routes = new DirectRoutes(counted);
  const server = createServer((request, response) => {
    Object.setPrototypeOf(request, application.request as object);
    Object.setPrototypeOf(response, application.response as object);
    routes.serve(request as ApiRequest, response as Response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${String(port)}${path}`, { method });
    const text = await reply.text();
    return { status: reply.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : undefined, asked };
  } finally {
    server.close();
  }
}

const things = (application: Express): void => {
  application.use(pass('a'), pass('b'));
  application.get('/things', answer('all'));
  application.get('/things/:id', answer('one'));
};

describe(DirectRoutes.name, () => {
  it.each([
    ['GET', '/things', { text: 'all', params: {}, path: '/things', passed: 'ab' }],
    ['GET', '/things?page=2', { text: 'all', params: {}, path: '/things', passed: 'ab' }],
    ['GET', '/things/7', { text: 'one', params: { id: '7' }, path: '/things/7', passed: 'ab' }],
  ])('answers %s %s without Express', async (method, path, body) => {
    expect(await ask(things, method, path)).toEqual({ status: 200, body, asked: 0 });
  });

  it.each([
    ['a slash at the end', 'GET', '/things/', 200],
    ['an escape', 'GET', '/things/%37', 200],
    ['a deeper path', 'GET', '/things/7/8', 404],
    ['another method', 'POST', '/things', 404],
    ['the head', 'HEAD', '/things', 200],
  ])('leaves %s to Express', async (_, method, path, status) => {
    expect(await ask(things, method, path)).toMatchObject({ status, asked: 1 });
  });

  it.each([
    ['middleware for some paths only', (application: Express) => application.use('/things', pass('c'))],
    ['a router', (application: Express) => application.use('/things', express.Router().use(pass('c')))],
  ])('leaves everything to Express where there is %s', async (_, prepare) => {
    const all = (application: Express): void => {
      prepare(application);
      things(application);
    };
    const { body, asked } = await ask(all, 'GET', '/things');
    expect([body, asked]).toEqual([expect.objectContaining({ passed: 'cab' }), 1]);
  });

  it.each([
    ['for all methods', (application: Express) => application.all('/things', answer('first'))],
    ['with a pattern', (application: Express) => application.get('/*rest', answer('first'))],
    ['with another parameter', (application: Express) => application.get('/:name', answer('first'))],
    ['that is middleware', (application: Express) => application.get('/none', answer('none')).use(answer('first'))],
  ])('lets a route %s have its turn first', async (_, prepare) => {
    const both = (application: Express): void => {
      prepare(application);
      things(application);
    };
    expect((await ask(both, 'GET', '/things')).body).toMatchObject({ text: 'first' });
  });

  it('sends the errors of middleware to who handles errors', async () => {
    const failing = (application: Express): void => {
      application.use((_request: Request, _response: Response, next: NextFunction) => next(new Error('refused')));
      application.get('/things', answer('all'));
    };
    expect(await ask(failing, 'GET', '/things')).toEqual({ status: 418, body: { error: 'refused' }, asked: 0 });
  });

  it('goes on with Express where a route has nothing to say', async () => {
    const passing = (application: Express): void => {
      application.get('/things', (_request: Request, _response: Response, next: NextFunction) => next());
      application.get('/*rest', answer('rest'));
    };
    expect(await ask(passing, 'GET', '/things')).toMatchObject({ body: { text: 'rest' }, asked: 1 });
  });
});

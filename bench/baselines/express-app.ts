import { timingSafeEqual } from 'node:crypto';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { ShownNotification, ShownRelayer } from '../speed/records';
import { PER_PAGE, pageOf, token } from './environment';

/** What of a relayer the hand-written services let a caller change. */
export interface RelayerChange {
  readonly name?: string;
  readonly paused?: boolean;
  readonly notification_id?: string | null;
}

/** The statements of a hand-written service, on whatever database. */
export interface Store {
  page(limit: number, offset: number): Promise<{ readonly items: ShownRelayer[]; readonly total: number }>;
  relayer(id: string): Promise<ShownRelayer | undefined>;
  notification(id: string): Promise<ShownNotification | undefined>;
  patch(id: string, change: RelayerChange): Promise<ShownRelayer | undefined>;
}

const expected = Buffer.from(`Bearer ${token}`);
const MAX_PER_PAGE = 1000;

/** The routes as somebody writes them who wants few layers: a token check, hand-checked input, statements. */
export function expressApp(store: Store): Express {
  const app = express();
  app.use((request, response, next) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (given.length === expected.length && timingSafeEqual(given, expected)) next();
    else fail(response, 401, 'Unauthorized');
  });
  app.use(express.json());

  app.get('/api/v1/relayers', async (request, response) => {
    const page = wholeNumber(request.query.page, 1);
    const perPage = wholeNumber(request.query.per_page, PER_PAGE);
    if (page === undefined || perPage === undefined || perPage > MAX_PER_PAGE) {
      fail(response, 400, 'Bad Request');
      return;
    }
    const { items, total } = await store.page(perPage, (Math.max(page, 1) - 1) * perPage);
    response.json(pageOf(items, total, Math.max(page, 1), perPage));
  });

  app.get('/api/v1/relayers/:id', async (request, response) => {
    const relayer = await store.relayer(request.params.id);
    if (relayer) succeed(response, relayer);
    else fail(response, 404, `Relayer with ID ${request.params.id} not found`);
  });

  app.get('/api/v1/notifications/:id', async (request, response) => {
    const notification = await store.notification(request.params.id);
    if (notification) succeed(response, notification);
    else fail(response, 404, 'Notification not found');
  });

  app.patch('/api/v1/relayers/:id', async (request, response) => {
    const change = readChange(request.body);
    if (!change) {
      fail(response, 400, 'Bad Request');
      return;
    }
    const relayer = await store.patch(request.params.id, change);
    if (relayer) succeed(response, relayer);
    else fail(response, 404, `Relayer with ID ${request.params.id} not found`);
  });

  app.use((_error: Error, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) next();
    else fail(response, 500, 'Internal Server Error');
  });
  return app;
}

function wholeNumber(given: unknown, fallback: number): number | undefined {
  if (given === undefined) return fallback;
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
}

function readChange(body: unknown): RelayerChange | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  for (const [name, value] of Object.entries(body)) {
    if (name === 'name' && typeof value === 'string' && value.length > 0 && value.length <= 255) continue;
    if (name === 'paused' && typeof value === 'boolean') continue;
    if (name === 'notification_id' && (value === null || typeof value === 'string')) continue;
    return undefined;
  }
  return body;
}

const succeed = (response: Response, data: unknown): unknown => response.json({ success: true, data, error: '' });

const fail = (response: Response, status: number, message: string): unknown =>
  response.status(status).json({ success: false, data: null, message });

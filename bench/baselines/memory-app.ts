import express, { type Express } from 'express';
import { firstPage } from './environment';

/** Express with one route, which sends one object. */
export function memoryApp(): Express {
  const page = firstPage();
  const app = express();
  app.get('/api/v1/relayers', (_request, response) => {
    response.json(page);
  });
  return app;
}

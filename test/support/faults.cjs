/* Loaded into a built service before anything else: makes faults where no handler catches them. */
const http = require('node:http');
const { Client } = require('pg');

const fail = () => {
  throw new Error('a fault of a test');
};

const FAULTS = {
  'request event': fail,
  'request stream': (request) => request.on('data', fail),
  'response stream': (_, response) => response.on('finish', fail),
  timer: () => setTimeout(fail, 1),
  promise: () => void Promise.resolve().then(fail),
};

const { createServer } = http;
http.createServer = (...parameters) =>
  createServer(...parameters).on('request', (request, response) =>
    FAULTS[request.headers['x-fault']]?.(request, response),
  );

const { query } = Client.prototype;
Client.prototype.query = function (...parameters) {
  if (JSON.stringify(parameters[1] ?? '').includes('fault-in-a-transaction')) setTimeout(fail);
  return query.apply(this, parameters);
};

process.on('SIGUSR2', fail);

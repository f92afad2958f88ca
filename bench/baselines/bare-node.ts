import { createServer } from 'node:http';
import { firstPage, port } from './environment';

const page = firstPage();

createServer((request, response) => {
  if (request.method !== 'GET' || !request.url?.startsWith('/api/v1/relayers')) {
    response.writeHead(404).end();
    return;
  }
  const body = JSON.stringify(page);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}).listen(port, '127.0.0.1');

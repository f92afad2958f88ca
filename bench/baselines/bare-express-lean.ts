import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { memoryApp } from './memory-app';
import { port } from './environment';

type Build = (this: object, first: unknown, second: unknown) => void;

const app = memoryApp();

/** Express sets the prototype of every request and response; here they have it from the start. */
function bornAs<T extends typeof IncomingMessage | typeof ServerResponse>(type: T, prototype: object): T {
  const build = type as unknown as Build;
  function Born(this: object, first: unknown, second: unknown): void {
    build.call(this, first, second);
  }
  Born.prototype = prototype;
  return Born as unknown as T;
}

const classes = {
  IncomingMessage: bornAs(IncomingMessage, app.request),
  ServerResponse: bornAs(ServerResponse, app.response),
};
createServer(classes, app).listen(port, '127.0.0.1');

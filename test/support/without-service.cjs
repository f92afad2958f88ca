/** What the service itself is made of cannot be loaded: a process that needs none of it does not see that. */
const Module = require('node:module');

const SERVICE = /^(@nestjs\/|typeorm|better-sqlite3|pg$|express|rxjs|pino)/;

const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, ...rest) {
  if (SERVICE.test(name)) throw new Error(`${name} is part of the service`);
  return resolve.call(this, name, ...rest);
};

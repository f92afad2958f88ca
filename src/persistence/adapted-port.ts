import type { Abstract, InjectionToken, Provider, Type } from '@nestjs/common';

const tokens = new WeakMap<object, symbol>();

/**
 * The token under which a module from outside provides its own adapter for a port. The module has to be global and to
 * export it; the adapter may inject the one that it replaces, by its class.
 */
export function replacementOf(port: Abstract<unknown>): InjectionToken {
  const token = tokens.get(port) ?? Symbol(`replacement of ${port.name}`);
  tokens.set(port, token);
  return token;
}

/** Provides a port by an adapter, unless a module from outside provides another one. */
export function adapted<Port>(port: Abstract<Port>, adapter: Type<Port>): Provider[] {
  return [
    adapter,
    {
      provide: port,
      inject: [adapter, { token: replacementOf(port), optional: true }],
      useFactory: (own: Port, replacement: Port | undefined) => replacement ?? own,
    },
  ];
}

import type { Abstract, InjectionToken, Provider, Type } from '@nestjs/common';

/**
 * The token under which a module from outside provides its own adapter for a port. The module has to be global and to
 * export it; the adapter may inject the one that it replaces, by its class.
 */
export const replacementOf = (port: Abstract<unknown>): InjectionToken => Symbol.for(`replacement of ${port.name}`);

/**
 * Provides a port by an adapter, unless a module from outside provides another one.
 * @see docs/adr/0011-adapters-are-replaced-by-global-modules.md
 */
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

import { changedPaths, type Fact } from '../../events/domain/fact';
import { originOf } from '../../kernel/http-url';
import type { Kept } from '../../kernel/record';
import type { Relayer } from './relayer';
import { textOf } from './relayer.text';

const fact = (
  event: string,
  { id }: Relayer,
  version: number,
): Pick<Fact, 'resource' | 'id' | 'action' | 'version'> => ({
  resource: 'relayer',
  id,
  action: `relayer.${event}`,
  version,
});

/** RPC endpoints often carry their credential in the path or the query. */
const shown = (relayer: Relayer): string => textOf(relayer, originOf);

export const relayerCreated = (relayer: Relayer): Fact => ({ ...fact('created', relayer, 1), after: shown(relayer) });

export const relayerUpdated = (kept: Kept<Relayer>, relayer: Relayer): Fact => changed('updated', kept, relayer);

/** A runtime took it out of service, or put it back. */
export const relayerSystemStateSet = (kept: Kept<Relayer>, relayer: Relayer): Fact =>
  changed(relayer.document.system_disabled ? 'system_disabled' : 'system_enabled', kept, relayer);

const changed = (event: string, { entity, version }: Kept<Relayer>, relayer: Relayer): Fact => ({
  paths: changedPaths(entity.document, relayer.document),
  before: shown(entity),
  after: shown(relayer),
  ...fact(event, relayer, version + 1),
});

export const relayerDeleted = ({ entity, version }: Kept<Relayer>): Fact => ({
  ...fact('deleted', entity, version),
  before: shown(entity),
});

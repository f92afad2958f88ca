import { seesWhole } from '../../auth/domain/principal';
import { MASKED } from '../../http/answer';
import type { Principal } from '../../kernel/principal';
import type { Stored } from '../../kernel/record';
import { withMaskedEndpoints } from '../domain/masked-network';
import type { Network, NetworkDocument } from '../domain/network';

type View = (stored: Stored<Network>) => NetworkDocument;

const whole: View = ({ entity }) => entity.document;
const masked: View = ({ entity }) => withMaskedEndpoints(entity.document);

/** How a caller sees networks: whoever may write them sees their RPC endpoints whole, so that what was read can be written back. */
export const viewOfNetworks = (caller: Principal) =>
  seesWhole(caller, 'networks') ? { of: whole, variant: '' } : { of: masked, variant: MASKED };

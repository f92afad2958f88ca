import { seesWhole } from '../../auth/domain/principal';
import { MASKED } from '../../http/answer';
import type { Principal } from '../../kernel/principal';
import type { Stored } from '../../kernel/record';
import { withMaskedUrls } from '../domain/masked-urls';
import type { Relayer, RelayerDocument } from '../domain/relayer';

type View = (stored: Stored<Relayer>) => RelayerDocument;

const whole: View = ({ entity }) => entity.document;
const masked: View = ({ entity }) => withMaskedUrls(entity.document);

/** How a caller sees relayers: whoever may write them sees their RPC endpoints whole, so that what was read can be written back. */
export const viewOfRelayers = (caller: Principal) =>
  seesWhole(caller, 'relayers') ? { of: whole, variant: '' } : { of: masked, variant: MASKED };

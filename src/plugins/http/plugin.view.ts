import { seesWhole } from '../../auth/domain/principal';
import { MASKED } from '../../http/answer';
import type { Principal } from '../../kernel/principal';
import type { Stored } from '../../kernel/record';
import { withMaskedConfig } from '../domain/masked-config';
import type { Plugin, PluginDocument } from '../domain/plugin';

type View = (stored: Stored<Plugin>) => PluginDocument;

const whole: View = ({ entity }) => entity.document;
const masked: View = ({ entity }) => withMaskedConfig(entity.document);

/** How a caller sees plugins: whoever may write them sees what they are configured with, so that it can be written back. */
export const viewOfPlugins = (caller: Principal) =>
  seesWhole(caller, 'plugins') ? { of: whole, variant: '' } : { of: masked, variant: MASKED };

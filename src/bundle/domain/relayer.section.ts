import type { Fault } from '../../kernel/domain-error';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import type { NetworkTypes } from '../../relayers/domain/policies';
import type { Relayer } from '../../relayers/domain/relayer';
import { RelayerDraft } from '../../relayers/domain/relayer.fields';
import { RelayerReader } from '../../relayers/domain/relayer.reader';
import { RpcConfig } from '../../relayers/domain/rpc-config';
import type { UrlRules } from '../../kernel/url-rules';
import type { Signer } from '../../signers/domain/signer';
import { withSeconds } from './five-field-cron';
import { fieldNames } from './hints';
import type { RecordItem } from './record-item';

/** What a relayer of a file may refer to. */
export interface References {
  /** The signer of an id; undefined where nothing can be known of it, which is then not held against the relayer. */
  signer(id: string, item: RecordItem): Promise<Signer | undefined>;
  /** The notification of an id that is to be stored; null where it notifies nobody. */
  notification(id: string, item: RecordItem): Promise<string | null>;
}

/** Reads the relayers of a file. */
export class RelayerSection {
  private readonly reader: RelayerReader;

  constructor(
    private readonly networkTypes: NetworkTypes,
    urls: UrlRules,
  ) {
    this.reader = new RelayerReader(networkTypes, urls);
  }

  /** The relayer of a record; none where it has faults. */
  async read(item: RecordItem, references: References): Promise<Relayer | undefined> {
    const body = { ...item.value, ...rpcUrls(item), ...policies(item) } as PlainObject;
    const { signer_id: signerId, notification_id: notificationId } = body;
    const signer = typeof signerId === 'string' ? await references.signer(signerId, item) : undefined;
    if (typeof signerId === 'string' && !signer) item.settle('signer_id');
    const notified =
      typeof notificationId === 'string' ? await references.notification(notificationId, item) : notificationId;
    return item.attempt(
      () => this.fieldsFor(body),
      () => {
        const faults: Fault[] = [];
        const draft = this.reader.draft({ ...body, notification_id: notified }, faults);
        return this.reader.compose(draft, this.reader.account(draft, signer, faults), faults);
      },
    );
  }

  private fieldsFor({ network_type }: PlainObject): readonly string[] {
    const type = this.networkTypes.find(network_type);
    return [...fieldNames(RelayerDraft), ...fieldNames(RpcConfig), ...(type ? fieldNames(type.policies) : [])];
  }
}

/** Endpoints may be given by their URLs alone. */
function rpcUrls({ value: { custom_rpc_urls: given } }: RecordItem): object {
  if (!Array.isArray(given)) return {};
  return { custom_rpc_urls: given.map((entry: unknown) => (typeof entry === 'string' ? { url: entry } : entry)) };
}

function policies(item: RecordItem): object {
  const { policies: given } = item.value;
  if (!isPlainObject(given) || !isPlainObject(given.swap_config)) return {};
  const schedule = withSeconds(given.swap_config.cron_schedule);
  if (schedule === undefined) return {};
  const path = 'policies.swap_config.cron_schedule';
  item.warn(path, 'has five fields: it is read with the second 0 before them', `write "${schedule}"`);
  return { policies: { ...given, swap_config: { ...given.swap_config, cron_schedule: schedule } } };
}

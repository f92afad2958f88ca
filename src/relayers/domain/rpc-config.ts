import { Describe, describeField, Optional, Whole } from '../../kernel/declarations';
import { HttpUrl } from '../../kernel/http-url';

/** How many RPC endpoints a relayer may have of its own. */
export const MAX_RPC_URLS = 1_000;
const MAX_URL_CHARACTERS = 8 * 1024;

/** An RPC endpoint that a relayer uses in place of its network's. */
export class RpcConfig {
  @Describe(
    'URL of the endpoint. It may carry credentials, which never reach a log.',
    'https://rpc.example.com/v1/mainnet',
  )
  @HttpUrl({ credentials: true, most: MAX_URL_CHARACTERS })
  readonly url!: string;

  @Describe('Share of the calls that go to this endpoint, beside the weights of the others. 0 switches it off.', 100)
  @Weight()
  @Optional()
  readonly weight: number = 100;
}

function Weight(): PropertyDecorator {
  return (target, property) => {
    Whole(0, 100)(target, property);
    describeField({ schema: { default: 100 } })(target, property);
  };
}

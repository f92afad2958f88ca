import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Needs } from '../../http/needs.decorator';
import { NoBody } from '../../http/no-body.decorator';
import { leaveToRelayerProcess } from '../../http/relayer-process';

const TRANSACTION = 'transactions/:transaction_id';

/** Says where transactions are sent and chains are asked, to clients of the OpenZeppelin Relayer. */
@Controller('/api/v1/relayers/:relayer_id')
@ApiExcludeController()
@NoBody()
export class RelayerProcessController {
  /** @throws DomainError `not_implemented` always */
  @Get(['status', 'balance'])
  @Needs('relayers:read')
  readChain(): never {
    return leaveToRelayerProcess('chains are asked');
  }

  /** @throws DomainError `not_implemented` always */
  @Post('rpc')
  @Needs('relayers:write')
  callChain(): never {
    return leaveToRelayerProcess('chains are asked');
  }

  /** @throws DomainError `not_implemented` always */
  @Post(['sign', 'sign-transaction', 'sign-typed-data'])
  @Needs('relayers:write')
  sign(): never {
    return leaveToRelayerProcess('messages and transactions are signed');
  }

  /** @throws DomainError `not_implemented` always */
  @Get(['transactions', TRANSACTION, 'transactions/by-nonce/:nonce'])
  @Needs('relayers:read')
  readTransactions(): never {
    return leaveToRelayerProcess('transactions are stored and followed');
  }

  /** @throws DomainError `not_implemented` always */
  @Post(['transactions', 'transactions/sponsored/quote', 'transactions/sponsored/build'])
  @Needs('relayers:write')
  send(): never {
    return leaveToRelayerProcess('transactions are built and sent');
  }

  /** @throws DomainError `not_implemented` always */
  @Put(TRANSACTION)
  @Needs('relayers:write')
  replace(): never {
    return leaveToRelayerProcess('transactions are replaced');
  }

  /** @throws DomainError `not_implemented` always */
  @Delete(['transactions/pending', TRANSACTION])
  @Needs('relayers:write')
  cancel(): never {
    return leaveToRelayerProcess('transactions are cancelled');
  }
}

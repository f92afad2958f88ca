import { Injectable, type PipeTransform } from '@nestjs/common';
import { DomainError } from '../../kernel/domain-error';
import { NetworkTypes } from '../domain/policies';
import type { ListRelayersQuery } from './list-relayers.query';

/** Refuses a filter by a network type that no relayer can have: an empty list would hide that it is misspelled. */
@Injectable()
export class KnownNetworkType implements PipeTransform<ListRelayersQuery, ListRelayersQuery> {
  constructor(private readonly networkTypes: NetworkTypes) {}

  /** @throws DomainError `invalid` with the network types that there are */
  transform(query: ListRelayersQuery): ListRelayersQuery {
    if (query.network_type === undefined || this.networkTypes.find(query.network_type)) return query;
    throw DomainError.invalid([this.networkTypes.unknown(query.network_type)]);
  }
}

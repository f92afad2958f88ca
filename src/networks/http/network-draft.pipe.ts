import { Injectable, type PipeTransform } from '@nestjs/common';
import type { Validated } from '../../kernel/validation';
import { NetworkKinds } from '../domain/kinds';
import { validateNetworkDraft } from '../domain/network.body';
import type { NetworkDraft } from '../domain/network.fields';

/** Reads a body by the class of its network type. */
@Injectable()
export class NetworkDraftPipe implements PipeTransform<unknown, Validated<NetworkDraft>> {
  constructor(private readonly kinds: NetworkKinds) {}

  transform(body: unknown): Validated<NetworkDraft> {
    return validateNetworkDraft(body, this.kinds);
  }
}

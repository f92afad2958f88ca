import { lookup, Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

const TIMEOUT_MS = 2000;

/** Tells the addresses that names have. */
@Injectable()
export class NameResolver {
  /** Every address of a name, at least one. Throws what `node:dns` throws where there is none. */
  async addressesOf(name: string): Promise<readonly string[]> {
    // Asked of the name servers without the threads that a system's resolver would take: dead servers hold up nobody else.
    const dns = this.servers();
    const answers = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const [late] = answers.filter((answer) => answer.status === 'rejected' && isTimeout(answer.reason));
    if (late?.status === 'rejected') throw late.reason as Error;
    // Names that no name server knows may stand in the hosts file of the machine.
    return (await lookup(name, { all: true })).map(({ address }) => address);
  }

  /** The name servers that the machine is set up with. */
  protected servers(): Resolver {
    return new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  }
}

const isTimeout = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ETIMEOUT';

import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport, { type PassportStatic } from 'passport';
import { Strategy } from 'passport-http-bearer';
import type { Principal } from './domain/principal';
import { TokensService } from './tokens.service';

export const REALM = 'relayer-management';

/**
 * Recognises the bearer token of a request (RFC 6750). Passport knows strategies by name and is one for the process, so
 * each has a name of its own: otherwise a second application would decide who may call the first.
 */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy) implements OnApplicationShutdown {
  readonly uniqueName = `bearer:${randomUUID()}`;

  constructor(private readonly tokens: TokensService) {
    super({ realm: REALM });
    passport.use(this.uniqueName, this);
  }

  onApplicationShutdown(): void {
    passport.unuse(this.uniqueName);
  }

  /** Where it is registered by its common name: where nobody looks for it. */
  getPassportInstance(): PassportStatic {
    return new passport.Passport() as PassportStatic;
  }

  async validate(token: string): Promise<Principal | false> {
    return (await this.tokens.authenticate(token)) ?? false;
  }
}

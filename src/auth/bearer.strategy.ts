import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import type { Principal } from '../kernel/principal';
import type { TokensService } from './tokens.service';

/** What the guard hands over of a request. */
export interface BearerRequest {
  readonly headers: { readonly authorization: string | undefined };
  readonly tokens: TokensService;
}

/**
 * Recognises the bearer token of a request (RFC 6750). Passport is one for the process and knows a strategy by its name
 * only, so the tokens of the application that asks come with the request: otherwise a second application would decide
 * who may call the first.
 */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor() {
    super({ passReqToCallback: true });
  }

  async validate({ tokens }: BearerRequest, token: string): Promise<Principal | false> {
    return (await tokens.authenticate(token)) ?? false;
  }
}

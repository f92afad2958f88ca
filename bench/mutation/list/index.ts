import type { Mutation } from '../mutation';
import { answers } from './answers';
import { audit } from './audit';
import { bodies } from './bodies';
import { callers } from './callers';
import { changes } from './changes';
import { databases } from './databases';
import { deliveries } from './deliveries';
import { delivering } from './delivering';
import { messages } from './messages';
import { replica } from './replica';
import { restrictions } from './restrictions';
import { seals } from './seals';
import { secrets } from './secrets';
import { telling } from './telling';
import { tokens } from './tokens';
import { urls } from './urls';
import { webhooks } from './webhooks';

/** Every protection whose loss a test has to notice. */
export const mutations: readonly Mutation[] = [
  ...callers,
  ...restrictions,
  ...tokens,
  ...seals,
  ...secrets,
  ...databases,
  ...replica,
  ...audit,
  ...changes,
  ...messages,
  ...bodies,
  ...urls,
  ...webhooks,
  ...answers,
  ...deliveries,
  ...delivering,
  ...telling,
];

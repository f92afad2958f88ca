import type { Mutation } from '../mutation';
import { answers } from './answers';
import { audit } from './audit';
import { bodies } from './bodies';
import { callers } from './callers';
import { changes } from './changes';
import { databases } from './databases';
import { messages } from './messages';
import { restrictions } from './restrictions';
import { secrets } from './secrets';
import { tokens } from './tokens';
import { urls } from './urls';

/** Every protection whose loss a test has to notice. */
export const mutations: readonly Mutation[] = [
  ...callers,
  ...restrictions,
  ...tokens,
  ...secrets,
  ...databases,
  ...audit,
  ...changes,
  ...messages,
  ...bodies,
  ...urls,
  ...answers,
];

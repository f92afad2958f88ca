import { userInfo } from 'node:os';
import type { Call } from '../kernel/call-context';

/** What a command does, it does on behalf of the user of the operating system who runs it. */
export const operatorCall = (): Call => {
  const name = userName();
  return { actor: { id: `cli:${name}`, name } };
};

/** In a container the user may have a number only. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

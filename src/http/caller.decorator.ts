import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest } from './api-request';

/** Who asks: the principal of the token, on a route that only a good token reaches. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { principal } = context.switchToHttp().getRequest<ApiRequest>();
  if (!principal) throw new Error('A route without a token has no principal');
  return principal;
});

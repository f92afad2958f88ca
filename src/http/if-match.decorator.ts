import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import { OpaqueTexts } from '../kernel/opaque-texts';
import type { Precondition } from '../kernel/record';
import { namesState } from './answer';
import type { ApiRequest } from './api-request';

/** What the header says of a record of a collection. */
interface Given {
  readonly collection: string;
  readonly header: string | undefined;
}

const GivenTags = createParamDecorator((collection: string, context: ExecutionContext): Given => {
  const header = context.switchToHttp().getRequest<ApiRequest>().headers['if-match'];
  return { collection, header };
});

@Injectable()
export class PreconditionPipe implements PipeTransform<Given, Precondition | undefined> {
  constructor(private readonly texts: OpaqueTexts) {}

  transform({ collection, header }: Given): Precondition | undefined {
    if (header === undefined) return undefined;
    const tags = header.split(',').map((tag) => tag.trim());
    return (revision) => tags.some((tag) => tag === '*' || namesState(this.texts, tag, collection, revision));
  }
}

/**
 * What the header `If-Match` (RFC 9110, 13.1.1) asks of a record before it is changed; nothing where it is absent.
 * @param collection the path of its collection, as its answers have it
 */
export const IfMatch = (collection: string): ParameterDecorator => GivenTags(collection, PreconditionPipe);

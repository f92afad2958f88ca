import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { Description, Operation } from './description';
import type { FuzzRequest } from './requests';

/** What came back; an `error` where nothing did. */
export interface FuzzAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly error?: string;
}

/** What a fault of the service leaves in an answer. */
const LEAK = /node_modules|\n +at |dist\/src|SQLITE_|QueryFailed|SqliteError|syntax error at/;
const JSON_TYPE = 'application/json; charset=utf-8';
const FAILURE = '#/components/schemas/Failure';

/** What every request may be answered before anyone looks for what it asks: by the rules of messages and of tokens. */
const BEFORE_ROUTES = [400, 401, 413, 417, 431];
/** What is answered where nothing of the description was asked for. */
const BESIDE_ROUTES = [...BEFORE_ROUTES, 403, 404, 405];

/** Judges answers by the description of the API. */
export class Judge {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  private readonly known = new Map<string, ValidateFunction>();

  constructor(private readonly description: Description) {
    this.ajv.addSchema({ ...description.document, $id: 'api' });
  }

  /** What is wrong with an answer; nothing where it is as described. */
  fault({ method, operation }: FuzzRequest, answer: FuzzAnswer): string | undefined {
    const { status, type, text, error } = answer;
    if (error !== undefined) return `no answer: ${error}`;
    if (status >= 500) return `the status ${String(status)}`;
    if (LEAK.test(text)) return 'an answer that shows the inside of the service';
    if (method === 'HEAD' || status === 304) return text === '' ? undefined : 'a body where none may be';
    const pointer = this.pointerFor(operation, status);
    if (pointer === undefined) return `the status ${String(status)}, which is not described`;
    const content = this.contentAt(pointer);
    if (!content) return text === '' ? undefined : 'a body that is not described';
    if (!type.startsWith(content.type)) return `the content type ${type}`;
    if (content.type !== 'application/json') return undefined;
    return this.shapeFault(content.pointer, text);
  }

  /** An answer that is not to a request of the description. */
  failureFault({ status, type, text, error }: FuzzAnswer): string | undefined {
    if (error !== undefined) return `no answer: ${error}`;
    if (status >= 500 || status < 400) return `the status ${String(status)}`;
    return type === JSON_TYPE ? this.shapeFault(FAILURE, text) : `the content type ${type}`;
  }

  private pointerFor(operation: Operation | undefined, status: number): string | undefined {
    const described = operation?.answers.get(status);
    if (described !== undefined) return described;
    if (operation) return BEFORE_ROUTES.includes(status) ? FAILURE : undefined;
    if (BESIDE_ROUTES.includes(status)) return FAILURE;
    // A changed path or method may ask for something else that is described.
    return this.description.operations.find(({ answers }) => answers.has(status)) ? '' : undefined;
  }

  private contentAt(pointer: string): { readonly type: string; readonly pointer: string } | undefined {
    if (pointer === FAILURE) return { type: 'application/json', pointer };
    if (pointer === '') return { type: '', pointer };
    const answer = this.description.at(pointer) as { readonly content?: Readonly<Record<string, unknown>> };
    const [type] = Object.keys(answer.content ?? {});
    return type === undefined
      ? undefined
      : { type, pointer: `${pointer}/content/${type.replaceAll('/', '~1')}/schema` };
  }

  private shapeFault(pointer: string, text: string): string | undefined {
    let validate = this.known.get(pointer);
    if (!validate) this.known.set(pointer, (validate = this.ajv.compile({ $ref: `api${pointer}` })));
    try {
      if (validate(JSON.parse(text))) return undefined;
    } catch {
      return 'a body that is no JSON';
    }
    const [first] = validate.errors ?? [];
    return `a body whose ${first?.instancePath ?? ''} ${first?.message ?? 'is not as described'}`;
  }
}

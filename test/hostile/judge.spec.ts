import { Description } from '../../bench/fuzz/description';
import { type FuzzAnswer, Judge } from '../../bench/fuzz/judge';

const description = new Description();
const judge = new Judge(description);
const operation = description.operations.find(
  ({ method, path }) => method === 'GET' && path === '/api/v1/notifications',
)!;
const JSON_TYPE = 'application/json; charset=utf-8';
const FAILURE = '{"success":false,"data":null,"message":"Bad Request"}';
const PAGE = '{"success":true,"data":[],"error":"","pagination":{"current_page":1,"per_page":10,"total_items":0}}';

const fault = (answer: Partial<FuzzAnswer>, isDescribed = true): string | undefined =>
  judge.fault(
    { method: 'GET', target: '/', headers: {}, body: undefined, operation: isDescribed ? operation : undefined },
    { status: 200, type: JSON_TYPE, text: PAGE, ...answer },
  );

describe('The judge of answers', () => {
  it('takes what is described', () => {
    expect(fault({})).toBeUndefined();
    expect(fault({ status: 304, type: '', text: '' })).toBeUndefined();
    expect(fault({ status: 400, text: FAILURE })).toBeUndefined();
    expect(fault({ status: 431, text: FAILURE })).toBeUndefined();
  });

  it.each<[string, Partial<FuzzAnswer>]>([
    ['no answer', { status: 0, type: '', text: '', error: 'socket hang up' }],
    ['a failure of the service', { status: 500, text: FAILURE }],
    ['a status that is not described', { status: 302, text: '' }],
    ['another status of the same kind', { status: 409, text: FAILURE }],
    ['another content type', { type: 'text/html' }],
    ['a text that is no JSON', { text: 'Not Found' }],
    ['a body without its envelope', { text: '[]' }],
    ['a member too many', { text: PAGE.replace('"error"', '"stack":"","error"') }],
    ['a failure that is none', { status: 400, text: PAGE }],
    ['a body where none may be', { status: 304, type: '', text: PAGE }],
    ['a path of the source', { status: 400, text: FAILURE.replace('Bad Request', 'at /app/node_modules/pg') }],
  ])('refuses %s', (_, answer) => {
    expect(fault(answer)).toBeDefined();
  });

  it('takes only refusals where nothing was asked for that is described', () => {
    expect(fault({ status: 404, text: FAILURE }, false)).toBeUndefined();
    expect(fault({ status: 404, text: '' }, false)).toBeDefined();
    expect(judge.failureFault({ status: 200, type: JSON_TYPE, text: PAGE })).toBeDefined();
    expect(judge.failureFault({ status: 400, type: JSON_TYPE, text: FAILURE })).toBeUndefined();
  });
});

import { traceContextOf } from './trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

it.each([
  `00-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-00`,
  `cc-${TRACE}-${SPAN}-09`,
  `cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`,
])('takes up %s', (header) => {
  expect(traceContextOf(header)).toEqual({ traceId: TRACE, parentSpanId: SPAN });
});

it.each([
  undefined,
  '',
  TRACE,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}-01-`,
  `cc-${TRACE}-${SPAN}-01.more`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${SPAN}-1`,
  `00-${TRACE.slice(1)}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01\n`,
  [`00-${TRACE}-${SPAN}-01`],
])('does without %j', (header) => {
  expect(traceContextOf(header)).toBeUndefined();
});

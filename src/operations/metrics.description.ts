import type { DescribeOperation } from '../http/openapi/operation';

const EXAMPLE = `# HELP http_requests_in_flight Requests that are being answered.
# TYPE http_requests_in_flight gauge
http_requests_in_flight 1
`;

export const describeMetrics: DescribeOperation = () => ({
  id: 'getMetrics',
  tag: 'Metrics',
  summary: 'Figures for Prometheus',
  description:
    'Requests, database, rate limits and process, in the text format of Prometheus. Open to everybody where METRICS_PUBLIC says so.',
  answers: {
    200: {
      description: 'The figures.',
      content: {
        mediaTypes: ['text/plain'],
        schema: { type: 'string', description: 'The text format of Prometheus, version 0.0.4.' },
        examples: { beginning: { summary: 'One of the figures', value: EXAMPLE } },
      },
    },
  },
});

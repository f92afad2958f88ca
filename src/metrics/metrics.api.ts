import { Api } from '../http/openapi/api.decorator';

const EXAMPLE = `# HELP http_requests_in_flight Requests that are being answered.
# TYPE http_requests_in_flight gauge
http_requests_in_flight 1
`;

export const ApiMetrics = () =>
  Api({
    id: 'getMetrics',
    tag: 'Metrics',
    summary: 'Metrics for Prometheus',
    description:
      'Requests, database, rate limits and process, in the text format of Prometheus. Open to everybody where METRICS_PUBLIC says so.',
    answers: {
      200: {
        description: 'The metrics.',
        content: {
          mediaTypes: ['text/plain'],
          schema: { type: 'string', description: 'The text format of Prometheus, version 0.0.4.' },
          examples: { beginning: { summary: 'One of the metrics', value: EXAMPLE } },
        },
      },
    },
  });

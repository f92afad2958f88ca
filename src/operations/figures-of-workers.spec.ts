import { Counter, Gauge, Registry } from 'prom-client';
import { merged } from './figures-of-workers';

async function textOf(worker: string, requests: number): Promise<string> {
  const registry = new Registry();
  registry.setDefaultLabels({ worker });
  const counter = new Counter({
    name: 'requests',
    help: 'Requests,\nall.',
    labelNames: ['route'],
    registers: [registry],
  });
  counter.inc({ route: 'a\n\nb' }, requests);
  new Gauge({ name: 'lag', help: 'Lag.', registers: [registry] }).set(NaN);
  new Gauge({ name: 'empty', help: 'Nothing.', labelNames: ['of'], registers: [registry] });
  return registry.metrics();
}

describe(merged.name, () => {
  it('leaves one text as it is', async () => {
    const text = await textOf('1', 3);
    expect(merged([text])).toBe(text);
  });

  it('writes each metric once, with the samples of all', async () => {
    expect(merged([await textOf('1', 3), await textOf('2', 4)])).toBe(
      [
        '# HELP requests Requests,\\nall.',
        '# TYPE requests counter',
        'requests{route="a\\n\\nb",worker="1"} 3',
        'requests{route="a\\n\\nb",worker="2"} 4',
        '',
        '# HELP lag Lag.',
        '# TYPE lag gauge',
        'lag{worker="1"} Nan',
        'lag{worker="2"} Nan',
        '',
        '# HELP empty Nothing.',
        '# TYPE empty gauge',
        '',
      ].join('\n'),
    );
  });
});

import { Controller, Get, Module } from '@nestjs/common';
import { AnswerCache } from '../../src/http/answer-cache';
import { Needs } from '../../src/http/needs.decorator';
import { CallContext } from '../../src/kernel/call-context';
import { databases } from '../support/databases';
import { eventually } from '../support/eventually';
import { openApp } from '../support/open-app';

const CALLERS = 6;

const gate = { opened: Promise.resolve(), open: (): void => undefined, waiting: 0 };
gate.opened = new Promise((open) => (gate.open = open));

/** Answers with whose request it was that got here. */
@Controller('api/v1/callers')
class CallersController {
  constructor(private readonly calls: CallContext) {}

  @Get()
  @Needs('callers:read')
  async caller(): Promise<object> {
    const { requestId, abort } = this.calls.current ?? {};
    gate.waiting++;
    await gate.opened;
    return { requestId, canEnd: abort !== undefined };
  }
}

@Module({ controllers: [CallersController] })
class CallersModule {}

it('A request that waited for another one goes on as its own call', async () => {
  const database = await databases[0]!.create('none');
  const service = await openApp({ database, extensions: [CallersModule] });
  try {
    const ids = Array.from({ length: CALLERS }, (_, caller) => `caller-${String(caller)}`);
    const answers = ids.map((id) => service.call('GET', '/api/v1/callers', undefined, { 'x-request-id': id }));
    // Nobody waits for others for longer than half a second: who has, waits here.
    await eventually(() => expect(service.app.get(AnswerCache).waiting + gate.waiting).toBe(CALLERS));
    gate.open();
    // Nothing says that the answer may be stored: those who waited are answered by the application.
    expect((await Promise.all(answers)).map(({ json }) => json.data)).toEqual(
      ids.map((requestId) => ({ requestId, canEnd: true })),
    );
  } finally {
    await service.close();
    await database.drop();
  }
});

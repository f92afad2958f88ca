import { HttpException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { type Observable, Subject } from 'rxjs';
import type { Grant } from '../../auth/domain/permissions';
import { WorkSlotsInterceptor } from './work-slots.interceptor';

const READER: readonly Grant[] = ['configuration:read'];
const WRITER: readonly Grant[] = ['configuration:write'];

describe(WorkSlotsInterceptor.name, () => {
  let slots: WorkSlotsInterceptor;

  beforeEach(() => {
    slots = new WorkSlotsInterceptor();
  });

  /** Begins work of a token; what is returned ends it. */
  function begin(id: string, permissions: readonly Grant[]): Subject<unknown> {
    const request = { principal: { id, name: id, permissions: new Set(permissions) } };
    const work = new Subject<unknown>();
    const done: Observable<unknown> = slots.intercept(new ExecutionContextHost([request]), {
      handle: () => work,
    });
    done.subscribe({ error: () => undefined });
    return work;
  }

  function refused(id: string, permissions: readonly Grant[]): void {
    const begun = (): unknown => begin(id, permissions);
    expect(begun).toThrow(HttpException);
    expect(begun).toThrow('Too Many Requests');
  }

  it('lets a token do one work at a time', () => {
    const work = begin('one', WRITER);
    refused('one', WRITER);
    work.complete();
    begin('one', WRITER).error(new Error('failed'));
    begin('one', WRITER);
  });

  it('lets a process do three at a time, the last one for who may change something', () => {
    const first = begin('one', READER);
    begin('two', READER);
    refused('three', READER);
    begin('four', WRITER);
    refused('five', WRITER);
    refused('three', READER);
    first.complete();
    refused('three', READER);
    begin('five', ['*']);
  });

  it('is for routes with a token', () => {
    const context = new ExecutionContextHost([{}, {}]);
    expect(() => slots.intercept(context, { handle: () => new Subject() })).toThrow('has no principal');
  });
});

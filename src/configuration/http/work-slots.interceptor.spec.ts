import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { HttpException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { NEVER } from 'rxjs';
import type { Grant } from '../../auth/domain/permissions';
import { WorkSlotsInterceptor } from './work-slots.interceptor';

const READER: readonly Grant[] = ['configuration:read'];
const WRITER: readonly Grant[] = ['configuration:write'];

describe(WorkSlotsInterceptor.name, () => {
  let slots: WorkSlotsInterceptor;

  beforeEach(() => {
    slots = new WorkSlotsInterceptor();
  });

  /** Begins work of a token, which is done once its answer is closed. */
  function begin(id: string, permissions: readonly Grant[], response = newResponse()): ServerResponse {
    const request = { principal: { id, name: id, permissions: new Set(permissions) } };
    slots.intercept(new ExecutionContextHost([request, response]), { handle: () => NEVER });
    return response;
  }

  function refused(id: string, permissions: readonly Grant[]): void {
    const begun = (): unknown => begin(id, permissions);
    expect(begun).toThrow(HttpException);
    expect(begun).toThrow('Too Many Requests');
  }

  it('lets a token do one work at a time', () => {
    const answer = begin('one', WRITER);
    refused('one', WRITER);
    answer.emit('close');
    begin('one', WRITER);
  });

  it('keeps no place for who has gone', () => {
    begin('one', WRITER, newResponse().destroy());
    begin('one', WRITER);
  });

  it('lets a process do three at a time, the last one for who may change something', () => {
    const first = begin('one', READER);
    begin('two', READER);
    refused('three', READER);
    begin('four', WRITER);
    refused('five', WRITER);
    refused('three', READER);
    first.emit('close');
    refused('three', READER);
    begin('five', ['*']);
  });

  it('is for routes with a token', () => {
    const context = new ExecutionContextHost([{}, {}]);
    expect(() => slots.intercept(context, { handle: () => NEVER })).toThrow('has no principal');
  });
});

const newResponse = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()));

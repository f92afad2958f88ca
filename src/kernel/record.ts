import { DomainError } from './domain-error';

/** Where in the order of creation a record stands, and how often it was changed: together they name one state of it. */
export interface Revision {
  readonly position: number;
  /** Counts from 1. */
  readonly version: number;
}

/** An entity as it is kept. */
export interface Kept<Entity> extends Revision {
  readonly entity: Entity;
}

/** A record as it is shown: its JSON text, ready to be sent. */
export interface Published extends Revision {
  readonly id: string;
  readonly json: string;
}

/** A caller's condition on the state of a record that is to be changed. */
export type Precondition = (revision: Revision) => boolean;

/** @throws DomainError `precondition_failed` where a caller's condition does not hold */
export function checkUnchanged(revision: Revision, precondition: Precondition | undefined): void {
  if (precondition && !precondition(revision)) throw DomainError.preconditionFailed();
}

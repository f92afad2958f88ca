/** Tells the time; a port, so that a test can say what time it is. */
export abstract class Clock {
  abstract now(): Date;
}

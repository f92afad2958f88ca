import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock';
import { Database } from './database';

/** The time of the database, which all instances share: their own clocks may be hours off. */
@Injectable()
export class DatabaseClock extends Clock {
  constructor(private readonly database: Database) {
    super();
  }

  now(): Date {
    return new Date(this.database.now());
  }
}

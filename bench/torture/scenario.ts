import type { PostgresServer } from '../support/postgres';
import { type Service } from '../support/service';
import type { Report } from './report';

/** What a scenario works with. */
export interface Stage {
  readonly report: Report;
  /** A folder that is empty, and gone after the scenario. */
  readonly folder: string;
  /** A service of which the process was not started yet; it is killed after the scenario. */
  service(settings?: Readonly<Record<string, string>>, options?: readonly string[]): Promise<Service>;
  /** Made when it is asked for first. */
  postgres(): Promise<PostgresServer>;
  /** How often to do what is done a hundred times at full size. */
  times(full: number): number;
}

export type Scenario = (stage: Stage) => Promise<void>;

export const KEY = { STORAGE_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') };

/** The settings of each database that a scenario is run on. */
export const databases: Readonly<Record<string, (stage: Stage) => Promise<Readonly<Record<string, string>>>>> = {
  SQLite: async () => ({ ...KEY, DATABASE_URL: 'sqlite:records.db' }),
  PostgreSQL: async (stage) => ({ ...KEY, DATABASE_URL: (await stage.postgres()).emptied() }),
};

/** Notes whether `relayctl audit verify` finds the chain intact. */
export async function verifyChain({ report }: Stage, scenario: string, service: Service): Promise<void> {
  const { code, output } = await service.command('audit', 'verify');
  const [said = ''] = output.trim().split(/, head|\n/);
  report.add(scenario, 'audit verify', said, 'intact', code === 0);
}

/** The numbers of a run, and whether each is what was promised. */
export class Report {
  private readonly broken: string[] = [];
  private readonly missing: string[] = [];
  private numbers = 0;

  /** Notes a figure of a scenario, and prints it at once. */
  add(scenario: string, figure: string, measured: string | number, promised: string, holds: boolean): void {
    const line = `${scenario}: ${figure}: ${String(measured)} (promised: ${promised})`;
    this.numbers++;
    if (!holds) this.broken.push(line);
    console.log(`${holds ? 'kept   ' : 'BROKEN '} ${line}`);
  }

  /** A figure of which none may be. */
  none(scenario: string, figure: string, faults: readonly unknown[]): void {
    for (const fault of faults.slice(0, 5)) console.log(`  ${JSON.stringify(fault)}`);
    this.add(scenario, figure, faults.length, '0', faults.length === 0);
  }

  /** In milliseconds. */
  within(scenario: string, figure: string, took: number, most: number): void {
    this.add(scenario, figure, `${took.toFixed(0)} ms`, `at most ${String(most)} ms`, took <= most);
  }

  notRun(scenario: string, reason: string): void {
    this.missing.push(`${scenario}: ${reason}`);
  }

  /** Prints what was not kept, or not tried; whether all was. */
  print(): boolean {
    console.log(`${String(this.numbers - this.broken.length)} of ${String(this.numbers)} promises kept`);
    for (const line of this.broken) console.log(`BROKEN   ${line}`);
    for (const line of this.missing) console.log(`NOT RUN  ${line}`);
    return this.broken.length === 0 && this.missing.length === 0;
  }
}

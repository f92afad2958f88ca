/** Describes what this run may lack something for: then it says so loudly, and the tests count as skipped. */
export function describeWhere(isThere: boolean, subject: string, missing: string, describeIt: () => void): void {
  if (!isThere) process.stderr.write(`NOT TESTED: ${subject} (${missing})\n`);
  (isThere ? describe : describe.skip)(subject, describeIt);
}

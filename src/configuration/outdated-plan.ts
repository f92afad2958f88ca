/** What is stored is no longer what a plan was made for. */
export class OutdatedPlan extends Error {
  override readonly name = 'OutdatedPlan';
}

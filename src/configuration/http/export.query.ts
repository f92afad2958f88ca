import { ChoiceParameter } from '../../http/page.query';

/** Which systems an export may be for, beside this service. */
export const SYSTEMS = ['openzeppelin'] as const;

/** How a configuration is to be exported. */
export class ExportQuery {
  @ChoiceParameter(SYSTEMS)
  readonly for?: (typeof SYSTEMS)[number];
}

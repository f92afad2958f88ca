/* Loaded into a built service before anything else: gives it a clock that is CLOCK_OFF milliseconds off. */
const SystemDate = Date;
const off = Number(process.env.CLOCK_OFF);

globalThis.Date = class Date extends SystemDate {
  constructor(...parameters) {
    super(...(parameters.length === 0 ? [SystemDate.now() + off] : parameters));
  }

  static now() {
    return SystemDate.now() + off;
  }
};

/**
 * Loaded into a process that is measured. Asked for `memory`, it collects garbage and tells what memory is left in use; told a
 * `clock`, it lives by a clock that many milliseconds off, as after someone set the system's.
 */
const SystemDate = Date;
let offset = 0;

globalThis.Date = class Date extends SystemDate {
  constructor(...parameters) {
    super(...(parameters.length === 0 ? [SystemDate.now() + offset] : parameters));
  }

  static now() {
    return SystemDate.now() + offset;
  }
};

process.on('message', (message) => {
  if (message === 'memory') {
    globalThis.gc();
    process.send(process.memoryUsage());
  } else {
    offset = message.clock;
    process.send(offset);
  }
});
process.channel.unref();

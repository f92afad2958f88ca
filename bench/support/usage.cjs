/** Loaded into a process that is measured: writes what it used to the file that `USAGE` names, as it ends. */
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.USAGE, JSON.stringify(process.resourceUsage())));

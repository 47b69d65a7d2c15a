import { measureAppend } from './measure/append.mjs';
import { measureBrowser } from './measure/browser.mjs';
import { measureCommands } from './measure/commands.mjs';
import { measureExport } from './measure/export.mjs';
import { measureLists } from './measure/lists.mjs';
import { measureLog } from './measure/log.mjs';
import { measureStart } from './measure/start.mjs';

/** The parts that `--only` names, in the order they are measured. */
export const parts = {
  append: measureAppend,
  log: measureLog,
  commands: measureCommands,
  browser: measureBrowser,
  lists: measureLists,
  export: measureExport,
  start: measureStart,
};

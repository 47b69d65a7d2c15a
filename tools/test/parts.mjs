import { lint, typecheck } from './checks.mjs';
import { integration, journeys, journeysOnEventStoreDb, rehearsals, slowJourneys, tools, unit } from './suites.mjs';

/** Every part of the checks by its name. `statements` looks at the results of the others. */
export const PARTS = {
  typecheck,
  lint,
  unit,
  integration,
  tools,
  journeys,
  rehearsals,
  'slow-journeys': slowJourneys,
  'journeys-on-eventstoredb': journeysOnEventStoreDb,
  // Reads the specs with a package that may not be installed yet when this file is loaded.
  statements: async (root) => (await import('../spec/check.mjs')).statementsCheck(root),
};

/** What `npm test` runs side by side: each lane one part after the other. */
export const LANES = [
  ['typecheck', 'lint', 'unit', 'tools'],
  ['integration', 'journeys'],
];

/** What only `npm run test:all` runs, one after the other, since each needs the whole machine. */
export const SLOW_PARTS = ['rehearsals', 'slow-journeys', 'journeys-on-eventstoredb'];

/** The parts that run what is built. */
export const RUNS_THE_PRODUCT = ['tools', 'journeys', ...SLOW_PARTS];

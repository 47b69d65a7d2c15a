import { parseArgs } from 'node:util';

export const USAGE = `Measures the product beside its peers and limits, in 17 to 19 minutes on two cores, in 3 with --quick.

  npm run bench [-- --quick] [--only append,log] [--json FILE] [--write]

--only names parts, --json keeps what was measured, --write makes docs/performance.md of it. tools/bench/README.md says more.`;

/** @throws with one line that explains what is wrong */
export function readArguments(given, parts) {
  const options = {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  };
  const { values } = parseArgs({ args: given, options });
  const only = values.only?.split(',') ?? parts;
  const unknown = only.find((name) => !parts.includes(name));
  if (unknown !== undefined) throw new Error(`--only knows ${parts.join(', ')}, and not '${unknown}'`);
  if (values.write && (values.quick || values.only))
    throw new Error('--write keeps a whole measurement: leave out --quick and --only');
  return { ...values, only };
}

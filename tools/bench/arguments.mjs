import { parseArgs } from 'node:util';

/** @throws with one line that says what is wrong */
export function readArguments(given, parts) {
  const options = {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  };
  const { values } = parseArgs({ args: given, options });
  const only = values.only?.split(',') ?? parts;
  const unknown = only.find((name) => !parts.includes(name));
  if (unknown !== undefined) throw new Error(`--only knows ${parts.join(', ')}, and not '${unknown}'`);
  if (values.write && (values.quick || values.only))
    throw new Error('--write keeps a whole measurement: leave out --quick and --only');
  return { ...values, only };
}

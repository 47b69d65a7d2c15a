import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Ajv from 'ajv';

// The schema of the Compose specification, which comes with a linter for such files.
const linter = createRequire(import.meta.url).resolve('dclint/package.json');
const schema = JSON.parse(readFileSync(join(dirname(linter), 'schemas', 'compose.schema.json'), 'utf8'));
delete schema.$schema;

/** What the schema does not allow in a Compose file, one line each. */
export function problemsOf(file) {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  return validate(file) ? [] : validate.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

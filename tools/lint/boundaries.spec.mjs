import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { boundaries, circles } from './boundaries.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const typescript = { files: ['**/*.{ts,tsx}'], languageOptions: { parser: tseslint.parser } };
const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: [typescript, ...boundaries] });

async function complaints(filePath, source) {
  const [result] = await eslint.lintText(`import { x } from '${source}';\nx();\n`, { filePath: join(root, filePath) });
  assert.deepEqual(
    result.messages.filter(({ fatal }) => fatal),
    [],
  );
  return result.messages.map(({ ruleId }) => ruleId);
}

const refused = [
  ['an app never imports another app', 'apps/gateway/src/sample.ts', '@repairline/repairs/domain/device'],
  ['an app never reaches into another app by path', 'apps/gateway/src/sample.ts', '../../repairs/src/domain/device'],
  ['a library never imports an app', 'libs/messaging/src/sample.ts', '@repairline/identity/config'],
  ['a domain imports no library but contracts', 'apps/repairs/src/domain/sample.ts', '@repairline/messaging/bus'],
  ['a domain has no input or output', 'apps/repairs/src/domain/sample.ts', 'node:fs'],
  ['a domain uses no package', 'apps/repairs/src/domain/sample.ts', 'kysely'],
  ['a domain imports nothing of the rest of its service', 'apps/repairs/src/domain/sample.ts', '../views/device-list'],
  ['the browser imports no server library', 'apps/web/src/sample.ts', '@repairline/service-kit/config'],
  ['the browser imports no server package', 'apps/web/src/sample.tsx', '@nestjs/common'],
  ['contracts do no input or output', 'libs/contracts/src/sample.ts', 'node:crypto'],
  ['contracts know no database', 'libs/contracts/src/sample.ts', 'pg'],
  ['contracts depend on no other library', 'libs/contracts/src/sample.ts', '@repairline/event-store/event-store'],
  ['service-kit knows contracts only', 'libs/service-kit/src/sample.ts', '@repairline/event-store/event-store'],
  ['service-kit does not know the database', 'libs/service-kit/src/sample.ts', '@repairline/postgres/pool'],
  ['the database’s room does not know the log', 'libs/postgres/src/sample.ts', '@repairline/event-store/event-store'],
  ['the event store does not know the bus', 'libs/event-store/src/sample.ts', '@repairline/messaging/bus'],
  ['messaging does not know the views', 'libs/messaging/src/sample.ts', '@repairline/projections/view'],
  ['the views do not know the bus', 'libs/projections/src/testing/sample.ts', '@repairline/messaging/bus'],
  ['a feature never imports another feature', 'apps/web/src/features/intake/sample.tsx', '../devices/device-list'],
  ['a feature never imports the app around it', 'apps/web/src/features/intake/sample.tsx', '../../app/store'],
  ['a feature imports no server library', 'apps/web/src/features/intake/sample.ts', '@repairline/service-kit/config'],
  ['a component never imports a feature', 'apps/web/src/components/forms/sample.tsx', '../../features/intake/bulk'],
  ['an endpoint never imports the app', 'apps/web/src/api/sample.ts', '../app/store'],
  ['the socket never imports a feature', 'apps/web/src/live/sample.ts', '../features/intake/bulk'],
  ['a component uses no server package', 'apps/web/src/components/sample.tsx', '@nestjs/common'],
];

const allowed = [
  ['apps/gateway/src/sample.ts', '@repairline/contracts/repairs/calls'],
  ['apps/repairs/src/commands/sample.ts', '@repairline/event-store/handle-command'],
  ['apps/repairs/src/domain/sample.ts', '@repairline/contracts/repairs/events'],
  ['apps/repairs/src/domain/sample.ts', '@repairline/event-store/decider'],
  ['apps/repairs/src/domain/sample.ts', './device'],
  ['apps/web/src/features/intake/sample.tsx', '@repairline/contracts/repairs/views'],
  ['apps/web/src/features/intake/sample.tsx', '../../components/data-table'],
  ['apps/web/src/features/intake/sample.tsx', './bulk'],
  ['apps/web/src/features/intake/sample.spec.tsx', '../testing/form-store'],
  ['apps/web/src/app/sample.tsx', '../features/intake/intake-dialog'],
  ['apps/web/src/live/sample.ts', '../api/api'],
  ['libs/contracts/src/sample.ts', 'zod'],
  ['libs/messaging/src/sample.ts', 'nats'],
  ['libs/messaging/src/sample.ts', '@repairline/event-store/event-store'],
];

for (const [rule, filePath, source] of refused) {
  test(rule, async () => assert.deepEqual(await complaints(filePath, source), ['no-restricted-imports']));
}

for (const [filePath, source] of allowed) {
  test(`${filePath} may import ${source}`, async () => assert.deepEqual(await complaints(filePath, source), []));
}

test('a circle of imports is refused, and a circle of types is not', async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'repairline-circles-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  const linter = new ESLint({ cwd, overrideConfigFile: true, overrideConfig: [typescript, circles] });
  const ruleIds = async (back) => {
    writeFileSync(join(cwd, 'one.ts'), "import { two } from './two';\nexport const one = two;\n");
    writeFileSync(join(cwd, 'two.ts'), `${back} from './one';\nexport const two = 2;\nexport { one };\n`);
    const [result] = await linter.lintFiles('one.ts');
    return result.messages.map(({ ruleId }) => ruleId);
  };
  assert.deepEqual(await ruleIds('import { one }'), ['import-x/no-cycle']);
  assert.deepEqual(await ruleIds('import type { one }'), []);
});

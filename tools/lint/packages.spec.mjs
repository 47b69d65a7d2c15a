import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const nameIn = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name;

// proves d.names.npm-scope
test('every package is called @repairline/ and its folder', () => {
  const folders = ['apps', 'libs'].flatMap((room) => readdirSync(join(root, room)).map((name) => [room, name]));
  const packages = folders.filter(([room, name]) => existsSync(join(root, room, name, 'package.json')));
  assert.ok(packages.length > 5);
  for (const [room, name] of packages) assert.equal(nameIn(join(room, name)), `@repairline/${name}`);
});

test('the icons come in half the files of later versions, whose 47,000 take long to install', () => {
  const files = readdirSync(join(root, 'node_modules', '@fluentui', 'react-icons'), { recursive: true });
  assert.ok(files.length < 25_000, `${files.length} files`);
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { blockableServer } from '../bus/testing/blockable-server.mjs';
import { eventually } from '../start/testing/running-copy.mjs';
import { noSmallDisk } from '../start/testing/small-disk.mjs';
import { containersOf, render } from './kubernetes/kustomize.mjs';
import { root } from './testing/what-is-read.mjs';

const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
const cluster = render(join(root, 'k8s', 'overlays', 'production'));
const { livenessProbe } = containersOf(cluster.find(({ kind }) => kind === 'StatefulSet')).at(0);
const [shell, script] = compose.services.nats.healthcheck.test;

test('a bus that a full disk has blocked is found and ended, in containers too', { skip: noSmallDisk }, async (t) => {
  const bus = await blockableServer(t);
  if (!bus) return t.skip('mounting is not allowed here');
  const folder = mkdtempSync(join(tmpdir(), 'repairline-probe-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [silent, killed] = [join(folder, 'silent'), join(folder, 'killed')];
  writeFileSync(join(folder, 'killall'), `#!/bin/sh\necho "$@" >${killed}\n`, { mode: 0o755 });
  const probe = (text) => {
    const here = text.replaceAll('8222', String(bus.monitor)).replaceAll('/tmp/silent', silent);
    return spawnSync('sh', ['-c', here], { env: { PATH: `${folder}:${process.env.PATH}` } }).status === 0;
  };
  const ofCompose = () => probe(script.replaceAll('$$', '$'));
  const ofKubernetes = () => probe(livenessProbe.exec.command.at(-1));
  assert.deepEqual([shell, livenessProbe.exec.command.slice(0, 2)], ['CMD-SHELL', ['sh', '-c']]);

  const server = bus.launch('ignore');
  t.after(() => server.kill('SIGKILL'));
  await eventually(ofCompose);
  assert.ok(ofKubernetes());
  await bus.block();
  assert.deepEqual([ofKubernetes(), ofCompose(), existsSync(killed)], [false, false, false]);
  const longAgo = Date.now() / 1_000 - 180;
  utimesSync(silent, longAgo, longAgo);
  assert.equal(ofCompose(), false);
  assert.equal(readFileSync(killed, 'utf8'), '-9 nats-server\n');
});

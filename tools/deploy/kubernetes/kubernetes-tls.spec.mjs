import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import tls from 'node:tls';
import { nats } from '../../bus/testing/own-server.mjs';
import { eventually } from '../../start/testing/running-copy.mjs';
import { containersOf, render, templateOf } from './kustomize.mjs';
import { problemsOf } from './manifest-schema.mjs';
import { busCluster } from '../testing/bus-cluster.mjs';
import { compareWithKustomize } from '../testing/compare-with-kustomize.mjs';
import { makeCertificates } from '../testing/certificates.mjs';
import { root } from '../testing/what-is-read.mjs';

const MOUNTED = '/etc/repairline-tls';

/** An overlay to which the component was added as documented, after its others. */
function folderWithTls(t, overlay) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-overlay-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'k8s'), folder, { recursive: true });
  const file = join(folder, 'overlays', overlay, 'kustomization.yaml');
  const text = readFileSync(file, 'utf8').replace(
    /^components:\n( {2}- .*\n)+/m,
    (list) => `${list}  - ../../components/tls\n`,
  );
  writeFileSync(file, text);
  return join(folder, 'overlays', overlay);
}

const withTls = (t, overlay) => render(folderWithTls(t, overlay));

const workloads = (manifests) => manifests.filter((manifest) => containersOf(manifest).length > 0);
const isBus = ({ metadata }) => metadata.name === 'repairline-nats';
const mountedAt = (pod, place) => {
  const { name } = pod.containers[0].volumeMounts.find(({ mountPath }) => mountPath === place);
  return pod.volumes.find((volume) => volume.name === name);
};

for (const overlay of ['single-node', 'production']) {
  test(`${overlay} with TLS: every manifest is valid by the schemas of Kubernetes`, async (t) => {
    for (const manifest of withTls(t, overlay))
      assert.deepEqual(await problemsOf(manifest), [], `${manifest.kind} ${manifest.metadata.name}`);
  });

  test(`${overlay} with TLS: the manifests checked here are those that kustomize renders`, (t) =>
    compareWithKustomize(t, folderWithTls(t, overlay)));

  test(`${overlay} with TLS: every program speaks to the bus with TLS only, and knows both authorities`, (t) => {
    const programs = workloads(withTls(t, overlay)).filter((manifest) => !isBus(manifest));
    assert.equal(programs.length, overlay === 'production' ? 9 : 7);
    for (const manifest of programs) {
      const { spec } = templateOf(manifest);
      const [{ env }, ...others] = spec.containers;
      assert.deepEqual(others, []);
      const valueOf = (wanted) => env.find(({ name }) => name === wanted)?.value;
      assert.deepEqual([valueOf('NATS_TLS'), valueOf('NODE_EXTRA_CA_CERTS')], ['required', `${MOUNTED}/bus.crt`]);
      const secrets = mountedAt(spec, MOUNTED).projected.sources.map(({ secret }) => secret);
      assert.deepEqual(
        secrets.map(({ name, items }) => [name, items]),
        [
          ['repairline-bus-tls', [{ key: 'ca.crt', path: 'bus.crt' }]],
          ['repairline-postgres-ca', [{ key: 'ca.crt', path: 'postgres.crt' }]],
        ],
        'no private key is mounted',
      );
      assert.equal(secrets[1].optional, true, 'a database of your own may have an authority that everybody knows');
    }
  });

  test(`${overlay} with TLS: PostgreSQL refuses whoever signs in from the network without it`, (t) => {
    const { spec } = withTls(t, overlay).find(({ kind }) => kind === 'Cluster');
    assert.deepEqual(spec.postgresql.pg_hba, ['hostnossl all all all reject']);
  });
}

/** The files that a cluster with TLS mounts for its bus, by name, with the certificates of a folder. */
function filesOfBus(t, manifests, certificates) {
  const bus = manifests.find((manifest) => manifest.kind === 'StatefulSet' && isBus(manifest));
  assert.deepEqual(mountedAt(templateOf(bus).spec, MOUNTED).secret, { secretName: 'repairline-bus-tls' });
  const { data } = manifests.find((manifest) => manifest.kind === 'ConfigMap' && isBus(manifest));
  return { ...data, 'tls.conf': data['tls.conf'].replaceAll(MOUNTED, certificates) };
}

test('three bus servers with TLS keep streams together, and serve clients who know their authority', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-tls-cluster-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const certificates = makeCertificates(t);
  const bus = await busCluster(t, { root, dataDir, files: filesOfBus(t, withTls(t, 'production'), certificates) });
  const ca = readFileSync(join(certificates, 'ca.crt'));
  for (const { routePort } of bus.servers) {
    const route = tls.connect({ host: '127.0.0.1', port: routePort, ca });
    await once(route, 'secureConnect');
    route.destroy();
  }
  const [user, pass] = ['repairline', new URL(bus.urlOf('repairline').split(',')[0]).password];
  const connect = (caFile) =>
    nats.connect({ servers: bus.hosts.split(','), user, pass, reconnect: false, tls: { caFile } });
  const connection = await connect(join(certificates, 'ca.crt'));
  t.after(() => connection.close());
  const manager = await connection.jetstreamManager({ checkAPI: false, timeout: 1_000 });
  await eventually(async () =>
    Boolean(await manager.streams.add({ name: 'kept', subjects: ['kept'], num_replicas: 3 })),
  );
  await assert.rejects(connect(join(makeCertificates(t), 'ca.crt')), /unable to verify|signature/);
});

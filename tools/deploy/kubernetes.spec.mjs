import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { containersOf, render, templateOf } from './kustomize.mjs';
import { problemsOf } from './manifest-schema.mjs';
import { network } from './testing/network.mjs';
import { APPS, madeSecrets, root, stages, variablesOf } from './testing/what-is-read.mjs';

const require = createRequire(import.meta.url);
const OVERLAYS = ['single-node', 'production'];
/** The workloads on the image `tools`. */
const OF_TOOLS = ['migrate', 'tools', 'backup', 'restore'];
/** The ones in each overlay: only production has nightly backups. */
const toolsIn = (overlay) => OF_TOOLS.slice(0, overlay === 'production' ? 4 : 2);
/** An address with the password of a user whose own variable holds only that. */
const WITH_PASSWORD = /^nats:\/\/[\w-]+:\$\((\w+)\)@[\w-]+:4222$/;
const folderOf = (overlay) => join(root, 'k8s', 'overlays', overlay);
const named = (manifests, kind, name) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
const workloads = (manifests) => manifests.filter((manifest) => containersOf(manifest).length > 0);
const ownContainers = (manifests) =>
  workloads(manifests)
    .flatMap(containersOf)
    .filter(({ name }) => [...APPS, ...OF_TOOLS].includes(name));

/** Renders with `kubectl kustomize` or `kustomize build`, if one is installed. */
function rendered(folder) {
  const found = [
    ['kubectl', 'kustomize'],
    ['kustomize', 'build'],
  ].find(([program]) => spawnSync(program, ['version', '--client'], { stdio: 'ignore' }).error === undefined);
  if (!found) return undefined;
  const { status, stdout, stderr } = spawnSync(found[0], [found[1], folder], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return parseAllDocuments(stdout.replace(/\b(repairline|repairline-nats)-[a-z0-9]{10}$/gm, '$1')).map((document) =>
    document.toJS(),
  );
}

const sorted = (manifests) =>
  Object.fromEntries(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest]));

for (const overlay of OVERLAYS) {
  test(`${overlay}: every manifest is valid by the schemas of Kubernetes`, async () => {
    for (const manifest of render(folderOf(overlay)))
      assert.deepEqual(await problemsOf(manifest), [], `${manifest.kind} ${manifest.metadata.name}`);
  });

  test(`${overlay}: the manifests checked here are those that kustomize renders`, (t) => {
    const theirs = rendered(folderOf(overlay));
    if (!theirs) return t.skip('neither kubectl nor kustomize is here');
    assert.deepEqual(sorted(render(folderOf(overlay))), sorted(theirs));
  });

  // proves d.names.k8s-namespace
  test(`${overlay}: everything is in the namespace repairline`, () => {
    for (const { kind, metadata } of render(folderOf(overlay)))
      assert.equal(kind === 'Namespace' ? metadata.name : metadata.namespace, 'repairline', `${kind} ${metadata.name}`);
  });

  test(`${overlay}: every pod has minimal rights, resource requests and limits, and probes`, () => {
    const all = workloads(render(folderOf(overlay)));
    const names = [...APPS, ...toolsIn(overlay), 'nats'].map((name) => `repairline-${name}`);
    assert.deepEqual(all.map(({ metadata }) => metadata.name).sort(), names.sort());
    for (const manifest of all) {
      const { securityContext, automountServiceAccountToken } = templateOf(manifest).spec;
      assert.equal(securityContext.runAsNonRoot, true);
      assert.deepEqual(securityContext.seccompProfile, { type: 'RuntimeDefault' });
      assert.equal(automountServiceAccountToken, false);
      for (const { securityContext: own, resources, ...container } of containersOf(manifest)) {
        const rights = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, privileged: false };
        assert.deepEqual(own, { ...rights, capabilities: { drop: ['ALL'] } }, container.name);
        assert.ok(resources.requests.cpu && resources.requests.memory && resources.limits.memory, container.name);
        if (!manifest.kind.endsWith('Job'))
          assert.ok(container.readinessProbe && container.livenessProbe, container.name);
      }
    }
  });

  test(`${overlay}: each variable is read by its program, and none that it requires is missing`, async () => {
    const manifests = render(folderOf(overlay));
    const { data } = named(manifests, 'ConfigMap', 'repairline');
    for (const { name: app, env } of ownContainers(manifests)) {
      const { read, required } = await variablesOf(app);
      const inAddresses = env.flatMap(({ value }) => WITH_PASSWORD.exec(value)?.slice(1) ?? []);
      const given = env.map(({ name }) => name).filter((name) => !inAddresses.includes(name));
      assert.deepEqual(
        given.filter((name) => !read.includes(name)),
        [],
        app,
      );
      assert.deepEqual(
        required.filter((name) => !given.includes(name)),
        [],
        app,
      );
    }
    const taken = ownContainers(manifests).flatMap(({ env }) =>
      env.map(({ valueFrom }) => valueFrom?.configMapKeyRef?.key),
    );
    assert.deepEqual(
      Object.keys(data).filter((key) => !taken.includes(key)),
      [],
    );
  });

  test(`${overlay}: no secret is in the manifests, and each that is referenced is generated by the script`, async () => {
    const manifests = render(folderOf(overlay));
    const secrets = Object.fromEntries(madeSecrets().map(({ metadata, stringData }) => [metadata.name, stringData]));
    assert.equal(
      manifests.some(({ kind }) => kind === 'Secret'),
      false,
    );
    for (const manifest of workloads(manifests)) {
      for (const { name, value, valueFrom } of containersOf(manifest).flatMap(({ env }) => env)) {
        const { secretKeyRef } = valueFrom ?? {};
        if (secretKeyRef)
          assert.ok(
            secretKeyRef.optional || secrets[secretKeyRef.name]?.[secretKeyRef.key],
            `${secretKeyRef.name} ${secretKeyRef.key}`,
          );
        else if (/PASSWORD|SECRET|KEY|_URL/.test(name) && !WITH_PASSWORD.test(value))
          assert.fail(`${name} is written as ${value}`);
        assert.doesNotMatch(value ?? '', /:\/\/[^$]*:[^$]*@/);
      }
    }
    const { bootstrap, managed } = named(manifests, 'Cluster', 'repairline-postgres').spec;
    const owner = secrets[bootstrap.initdb.secret.name];
    assert.equal(owner.username, bootstrap.initdb.owner);
    for (const { name, passwordSecret } of managed.roles) assert.equal(secrets[passwordSecret.name].username, name);
  });

  test(`${overlay}: each image, port and selector exists`, () => {
    const manifests = render(folderOf(overlay));
    const targets = stages();
    for (const { name, image, ports = [] } of ownContainers(manifests)) {
      const target = OF_TOOLS.includes(name) ? 'tools' : name;
      assert.match(image, new RegExp(`/repairline-${target}:\\d`));
      assert.ok(targets[target], name);
      const { health, http } = Object.fromEntries(ports.map((port) => [port.name, port.containerPort]));
      if (target === name && name !== 'tools')
        assert.match(targets.service, new RegExp(`^ENV HEALTH_PORT=${health} HEALTH_HOST=0.0.0.0$`, 'm'));
      if (name === 'gateway') assert.match(targets.gateway, new RegExp(`^ENV PORT=${http}$`, 'm'));
    }
    for (const { kind, metadata, spec } of manifests) {
      const selector = { Service: spec?.selector, PodDisruptionBudget: spec?.selector?.matchLabels }[kind];
      if (!selector) continue;
      const pods = workloads(manifests).map(templateOf);
      const chosen = pods.filter(({ metadata: { labels } }) =>
        Object.entries(selector).every(([key, value]) => labels[key] === value),
      );
      assert.equal(chosen.length, 1, `${kind} ${metadata.name}`);
      const open = chosen[0].spec.containers.flatMap(({ ports }) => ports.map((port) => port.name));
      for (const { targetPort } of spec.ports ?? [])
        assert.ok(open.includes(targetPort), `${metadata.name} ${targetPort}`);
    }
    for (const { spec } of manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler'))
      assert.ok(named(manifests, spec.scaleTargetRef.kind, spec.scaleTargetRef.name));
    const { serviceName } = named(manifests, 'StatefulSet', 'repairline-nats').spec;
    assert.equal(named(manifests, 'Service', serviceName).spec.clusterIP, 'None');
  });

  test(`${overlay}: the network policies allow only the connections that the product needs`, () => {
    const manifests = render(folderOf(overlay));
    const pods = Object.fromEntries(
      workloads(manifests).map((workload) => {
        const [{ metadata }, template] = [workload, templateOf(workload)];
        const ports = template.spec.containers.flatMap(({ ports: open = [] }) => open);
        const byName = Object.fromEntries(ports.map((port) => [port.name, port.containerPort]));
        return [metadata.name.replace('repairline-', ''), { labels: template.metadata.labels, ports: byName }];
      }),
    );
    pods.postgres = { labels: { 'cnpg.io/cluster': 'repairline-postgres' }, ports: {} };
    pods.stranger = { labels: { 'app.kubernetes.io/name': 'stranger' }, ports: {} };
    pods.outside = { labels: null };
    const { reaches } = network(manifests);
    const reaching = (to, port) =>
      Object.keys(pods)
        .filter((from) => from !== to && reaches(pods[from], pods[to], port))
        .sort();
    const services = APPS.filter((name) => name !== 'gateway').sort();
    assert.deepEqual(reaching('gateway', 3000), []);
    const commands = toolsIn(overlay);
    const onTheBus = commands.filter((name) => name !== 'backup');
    assert.deepEqual(reaching('nats', 4222), [...APPS, ...onTheBus].sort());
    assert.deepEqual(reaching('nats', 8222), []);
    assert.deepEqual(reaching('postgres', 5432), [...services, ...commands].sort());
    for (const name of [...APPS, ...commands]) assert.deepEqual(reaching(name, 8080), [], name);
    // PostgreSQL's instances keep their state in the cluster's API.
    assert.deepEqual(reaching('outside', 443), ['postgres']);

    const open = [443, 3000, 4222, 4318, 5432, 6222, 8000, 8080, 8222];
    const reachedBy = (from) =>
      Object.entries(pods).flatMap(([name, pod]) =>
        open.filter((port) => reaches(from, pod, port)).map((port) => `${name}:${port}`),
      );
    const inside = (namespace) => ({ labels: { app: 'any' }, namespace: { 'kubernetes.io/metadata.name': namespace } });
    const everybody = open.map((port) => `outside:${port}`);
    assert.deepEqual(reachedBy(inside('ingress-nginx')).sort(), ['gateway:3000', ...everybody].sort());
    assert.deepEqual(reachedBy(inside('elsewhere')).sort(), [...everybody].sort());
    const metrics = APPS.map((name) => `${name}:8080`);
    assert.deepEqual(reachedBy(inside('monitoring')).sort(), [...everybody, ...metrics].sort());
    const traced = Object.keys(pods).filter(
      (name) => name !== 'outside' && reaches(pods[name], inside('monitoring'), 4318),
    );
    assert.deepEqual(traced.sort(), [...APPS].sort());
  });
}

test('the component eventstoredb opens the way to EventStoreDB for those who read its variable, and nobody else', async () => {
  const component = render(join(root, 'k8s', 'components', 'eventstoredb'));
  for (const manifest of component) assert.deepEqual(await problemsOf(manifest), []);
  const manifests = render(folderOf('single-node'));
  const reaching = (policies) =>
    workloads(manifests)
      .filter((workload) =>
        network(policies).reaches({ labels: templateOf(workload).metadata.labels, ports: {} }, { labels: null }, 2113),
      )
      .map(({ metadata }) => metadata.name.replace('repairline-', ''));
  assert.deepEqual(reaching(manifests), []);
  const readers = [];
  for (const name of [...APPS, 'tools'])
    if ((await variablesOf(name)).read.includes('EVENTSTOREDB_URL')) readers.push(name);
  assert.deepEqual(reaching([...manifests, ...component]).sort(), readers.sort());
});

test('the logs of a failed Job are kept for a week, those of each attempt', () => {
  const manifests = render(folderOf('production'));
  const jobs = manifests
    .map(({ kind, spec }) => ({ Job: spec, CronJob: spec?.jobTemplate?.spec })[kind])
    .filter(Boolean);
  assert.equal(jobs.length, OF_TOOLS.length);
  // OnFailure uses one pod for all attempts, which is removed after the last.
  for (const { template, ttlSecondsAfterFinished: kept } of jobs)
    assert.deepEqual([template.spec.restartPolicy, kept], ['Never', 7 * 24 * 3600], template.spec.containers[0].name);
});

test('a nightly backup is written to its own claim, from which a restore only reads', () => {
  const manifests = render(folderOf('production'));
  const job = (name) => named(manifests, 'CronJob', `repairline-${name}`).spec;
  const { schedule, suspend, concurrencyPolicy } = job('backup');
  assert.match(schedule, /^\d+ \d+ \* \* \*$/);
  assert.deepEqual([suspend ?? false, concurrencyPolicy], [false, 'Forbid']);
  assert.deepEqual([job('tools').suspend, job('restore').suspend], [true, true]);
  const [backup, restore] = ['backup', 'restore'].map((name) => job(name).jobTemplate.spec.template.spec);
  const [, into, folder, keep, count] = backup.containers[0].args;
  assert.deepEqual([into, keep, Number(count) >= 7], ['--into', '--keep', true]);
  for (const [pod, readOnly] of [
    [backup, undefined],
    [restore, true],
  ]) {
    const { claimName } = pod.volumes.find(({ name }) => name === 'backups').persistentVolumeClaim;
    assert.ok(named(manifests, 'PersistentVolumeClaim', claimName), claimName);
    const mount = pod.containers[0].volumeMounts.find(({ name }) => name === 'backups');
    assert.deepEqual([mount.mountPath, mount.readOnly], [folder, readOnly]);
    assert.deepEqual([pod.restartPolicy, pod.securityContext.fsGroup], ['Never', 10_001]);
  }
});

test('the guide to a restore applies everything but the services', () => {
  const doc = readFileSync(join(root, 'docs', 'operations', 'backup.md'), 'utf8');
  const left = /name notin \(([^)]+)\)/.exec(doc)[1].split(', ');
  const applied = render(folderOf('production')).filter(
    ({ metadata }) => !left.includes(metadata.labels?.['app.kubernetes.io/name']),
  );
  const running = applied.filter(({ kind }) => ['Deployment', 'HorizontalPodAutoscaler'].includes(kind));
  assert.deepEqual(running, []);
  for (const kind of ['StatefulSet', 'Cluster', 'CronJob', 'PersistentVolumeClaim', 'NetworkPolicy', 'ConfigMap'])
    assert.ok(
      applied.some((manifest) => manifest.kind === kind),
      kind,
    );
});

test('production runs at least two of each service and three bus servers, and spreads the services', () => {
  const manifests = render(folderOf('production'));
  for (const name of APPS) {
    assert.ok(named(manifests, 'HorizontalPodAutoscaler', `repairline-${name}`).spec.minReplicas >= 2, name);
    assert.equal(named(manifests, 'PodDisruptionBudget', `repairline-${name}`).spec.maxUnavailable, 1, name);
    const { topologySpreadConstraints: spread } = named(manifests, 'Deployment', `repairline-${name}`).spec.template
      .spec;
    assert.deepEqual(
      spread.map(({ topologyKey }) => topologyKey),
      ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'],
    );
  }
  const nats = named(manifests, 'StatefulSet', 'repairline-nats');
  assert.equal(nats.spec.replicas, 3);
  assert.equal(named(manifests, 'ConfigMap', 'repairline').data.NATS_REPLICAS, '3');
  const given = containersOf(nats)[0].env.map(({ name }) => name);
  const { data } = named(manifests, 'ConfigMap', 'repairline-nats');
  const asked = Object.values(data).flatMap((text) =>
    [...text.matchAll(/\$([A-Z_0-9]+)\b(?!\.)/g)].map((match) => match[1]),
  );
  assert.deepEqual(
    [...new Set(asked)].filter((name) => !['JS', 'KV'].includes(name) && !given.includes(name)),
    [],
  );
});

test('each probe calls an address that the programs serve', async (t) => {
  const { Health, serveHealth } = require('@repairline/service-kit/health');
  const server = await serveHealth(() => ({ health: new Health() }), 0);
  t.after(() => server.close());
  const probes = ownContainers(render(folderOf('production'))).flatMap(
    ({ startupProbe, readinessProbe, livenessProbe }) => [startupProbe, readinessProbe, livenessProbe].filter(Boolean),
  );
  const paths = [...new Set(probes.map(({ httpGet }) => httpGet.path))];
  assert.deepEqual(paths.sort(), ['/health/live', '/health/ready', '/health/started']);
  for (const path of paths) assert.equal((await fetch(`http://127.0.0.1:${server.address().port}${path}`)).status, 200);
  assert.deepEqual([...new Set(probes.map(({ httpGet }) => httpGet.port))], ['health']);
  if (server.listening) server.close();
  await once(server, 'close');
});

test('the Secrets of the script are valid and differ each time', async () => {
  const [one, other] = [madeSecrets(), madeSecrets()];
  for (const secret of one) assert.deepEqual(await problemsOf(secret), [], secret.metadata.name);
  const isPlace = (value) => /^postgres:\/\/[^@]+$/.test(value);
  const values = (secrets) => secrets.flatMap(({ stringData }) => Object.entries(stringData));
  const known = new Set(values(other).map(([, value]) => value));
  assert.deepEqual(
    values(one).filter(([key, value]) => known.has(value) && key !== 'username' && !isPlace(value)),
    [],
  );
});

test('database options are in each database address, as its client reads them', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [file, authority] = [join(folder, 'secrets.yaml'), join(folder, 'ca.pem')];
  writeFileSync(authority, 'an authority');
  const run = (DATABASE_OPTIONS) => {
    const words = [join(root, 'tools', 'deploy', 'secrets.sh'), '--kubernetes', file];
    return spawnSync('sh', words, { env: { PATH: process.env.PATH, DATABASE_OPTIONS }, encoding: 'utf8' });
  };
  for (const wrong of ['?sslmode=verify-full', 'sslrootcert=/with a space', "sslmode='verify-full'", 'user=me@home']) {
    const { status, stderr } = run(wrong);
    assert.equal(status, 1, wrong);
    assert.match(stderr, /^DATABASE_OPTIONS becomes part of an address, [^\n]*\n$/);
  }
  assert.equal(run(`sslmode=verify-full&sslrootcert=${authority}`).status, 0);
  const secrets = parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS());
  const urls = secrets.map(({ stringData }) => stringData.DATABASE_URL).filter(Boolean);
  assert.equal(urls.length, 6, 'migrate, tools and four services');
  const { parse: read } = createRequire(require.resolve('pg'))('pg-connection-string');
  for (const url of urls) {
    const { host, database, ssl } = read(url);
    assert.deepEqual(
      { host, database, ssl },
      { host: 'repairline-postgres-rw', database: 'repairline', ssl: { ca: 'an authority' } },
    );
  }
});

test('a password that no address can hold is refused, and nothing is left that blocks a second run', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const run = (POSTGRES_PASSWORD) => {
    const words = [join(root, 'tools', 'deploy', 'secrets.sh'), '--kubernetes', join(folder, 'secrets.yaml')];
    return spawnSync('sh', words, { env: { PATH: process.env.PATH, POSTGRES_PASSWORD }, encoding: 'utf8' });
  };
  const refused = run('with a / in it');
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^POSTGRES_PASSWORD becomes part of an address: [^\n]*\n$/);
  assert.deepEqual(readdirSync(folder), []);
  assert.equal(run('without-one').status, 0);
  assert.deepEqual(readdirSync(folder), ['secrets.yaml']);
});

/** Stands in for a cluster: prints a value of the Secrets in the file that CLUSTER names, as kubectl does. */
const KUBECTL = `#!${process.execPath}
const { readFileSync } = require('node:fs');
const words = process.argv.slice(2);
const [, key] = /^--output=go-template=\\{\\{ index \\.data "(\\w+)" \\| base64decode \\}\\}$/.exec(words[5]) ?? [];
const given = words.slice(0, 4).join(' ') === '--namespace repairline get secret';
const value = JSON.parse(readFileSync(process.env.CLUSTER, 'utf8'))[words[4]]?.[key];
if (!given || value === undefined) process.exit(1);
process.stdout.write(value);
`;

test('a Secret missing from an older cluster is generated from the others, equal to that of the script', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-cluster-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const made = Object.fromEntries(madeSecrets().map((secret) => [secret.metadata.name, secret]));
  const { 'repairline-tools': expected, ...older } = made;
  const CLUSTER = join(folder, 'cluster');
  writeFileSync(join(folder, 'kubectl'), KUBECTL, { mode: 0o755 });
  const run = (secrets) => {
    writeFileSync(CLUSTER, JSON.stringify(secrets));
    const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, CLUSTER };
    const script = join(root, 'tools', 'deploy', 'secrets.sh');
    return spawnSync('sh', [script, '--kubernetes-tools'], { env, encoding: 'utf8' });
  };
  const values = Object.entries(older).map(([name, { stringData }]) => [name, stringData]);
  const { status, stdout } = run(Object.fromEntries(values));
  assert.equal(status, 0);
  assert.deepEqual(parse(stdout), expected);
  const nothing = run({});
  assert.deepEqual([nothing.status === 0, nothing.stdout], [false, ''], 'no partial Secret is printed');
});

const breakages = [
  [
    'a field that no schema has',
    (pod) => (pod.containers[0].readinesProbe = {}),
    '/spec/template/spec/containers/0/readinesProbe is unknown',
  ],
  ['a field at the wrong place', (pod) => (pod.privileged = false), '/spec/template/spec/privileged is unknown'],
  ['a wrong type', (pod) => (pod.terminationGracePeriodSeconds = '30'), /terminationGracePeriodSeconds type/],
  ['a value that is not allowed', (pod) => (pod.containers[0].imagePullPolicy = 'Sometimes'), /imagePullPolicy enum/],
  ['a missing required field', (pod) => delete pod.containers[0].name, /containers\/0 required .*name/],
];
for (const [what, breakIt, expected] of breakages) {
  test(`${what} is found in a manifest`, async () => {
    const manifest = named(render(folderOf('production')), 'Deployment', 'repairline-gateway');
    breakIt(manifest.spec.template.spec);
    const problems = await problemsOf(manifest);
    assert.ok(
      problems.some((line) => (typeof expected === 'string' ? line === expected : expected.test(line))),
      problems.join('\n'),
    );
  });
}

test('a misspelled or removed kind is found', async () => {
  assert.deepEqual(await problemsOf({ apiVersion: 'v1', kind: 'Deployment' }), ['v1 Deployment is unknown']);
  const old = { apiVersion: 'autoscaling/v2beta2', kind: 'HorizontalPodAutoscaler' };
  assert.deepEqual(await problemsOf(old), ['autoscaling/v2beta2 HorizontalPodAutoscaler is unknown']);
});

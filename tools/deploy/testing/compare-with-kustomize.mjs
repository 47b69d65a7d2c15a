import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { render } from '../kubernetes/kustomize.mjs';

/** Asserts that our renderer and `kubectl kustomize` or `kustomize build` give the same, if one of those is installed. */
export function compareWithKustomize(t, folder) {
  const theirs = rendered(folder);
  if (!theirs) return t.skip('neither kubectl nor kustomize is here');
  assert.deepEqual(sorted(render(folder)), sorted(theirs));
}

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

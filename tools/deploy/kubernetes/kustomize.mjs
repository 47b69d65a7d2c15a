import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const KNOWN = new Set([
  ...['apiVersion', 'kind', 'namespace', 'labels', 'resources', 'components', 'configMapGenerator'],
  ...['images', 'replicas', 'patches'],
]);
const WITHOUT_NAMESPACE = new Set(['Namespace']);

/**
 * Renders a folder like `kubectl kustomize`, with the part of kustomize that these manifests use; anything else in a
 * kustomization is an error. Generated ConfigMaps keep their plain names. @returns the manifests as objects
 */
export function render(folder) {
  return apply(folder, []);
}

function apply(folder, inherited) {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'));
  const unknown = Object.keys(kustomization).filter((key) => !KNOWN.has(key));
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown.join(', ')} is not rendered here`);
  const { resources = [], components = [], configMapGenerator = [] } = kustomization;
  let manifests = [...inherited, ...resources.flatMap((path) => read(join(folder, path)))];
  for (const generator of configMapGenerator) manifests = generate(manifests, generator, folder);
  for (const component of components) manifests = apply(join(folder, component), manifests);
  return transform(manifests, kustomization);
}

function read(path) {
  if (!path.endsWith('.yaml')) return apply(path, []);
  const documents = parseAllDocuments(readFileSync(path, 'utf8'));
  for (const { errors } of documents) if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return documents.map((document) => document.toJS());
}

function generate(manifests, { name, literals = [], files = [], behavior = 'create' }, folder) {
  const pairs = [
    ...literals.map((literal) => [literal.slice(0, literal.indexOf('=')), literal.slice(literal.indexOf('=') + 1)]),
    ...files.map((file) => [basename(file), readFileSync(join(folder, file), 'utf8')]),
  ];
  const data = Object.fromEntries(pairs);
  const present = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
  if (Boolean(present) !== (behavior === 'merge')) throw new Error(`${folder}: ${name} cannot be made by ${behavior}`);
  if (!present) return [...manifests, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }];
  Object.assign(present.data, data);
  return manifests;
}

function transform(manifests, { namespace, labels = [], images = [], replicas = [], patches = [] }) {
  for (const { target, patch } of patches) {
    const isMeant = new RegExp(`^(${target.kind})$`);
    const found = manifests.filter(
      ({ kind, metadata }) => isMeant.test(kind) && (!target.name || metadata.name === target.name),
    );
    if (found.length === 0 && target.name) throw new Error(`no ${target.kind} ${target.name} to patch`);
    for (const manifest of found) parse(patch).forEach((operation) => patchJson(manifest, operation));
  }
  for (const { name, count } of replicas) {
    const found = manifests.filter(({ metadata, spec }) => metadata.name === name && spec?.template);
    if (found.length === 0) throw new Error(`no ${name} to have ${count} of`);
    for (const { spec } of found) spec.replicas = count;
  }
  for (const manifest of manifests) {
    if (namespace && !WITHOUT_NAMESPACE.has(manifest.kind)) manifest.metadata.namespace = namespace;
    for (const { pairs } of labels) manifest.metadata.labels = { ...manifest.metadata.labels, ...pairs };
    for (const container of containersOf(manifest)) container.image = renamed(container.image, images);
  }
  return manifests;
}

/** A workload's pod template, at whatever depth. */
export const templateOf = ({ spec }) => spec?.template ?? spec?.jobTemplate?.spec.template;

export function containersOf(manifest) {
  const pod = templateOf(manifest)?.spec;
  return pod ? [...(pod.initContainers ?? []), ...pod.containers] : [];
}

function renamed(image, images) {
  const found = images.find(({ name }) => name === image);
  return found ? `${found.newName ?? found.name}:${found.newTag}` : image;
}

/** JSON Patch (RFC 6902), limited to add, replace and remove. */
function patchJson(document, { op, path, value }) {
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop();
  const parent = steps.reduce((node, step) => node?.[step], document);
  const isThere = parent !== undefined && (Array.isArray(parent) ? Number(last) < parent.length : last in parent);
  if (!parent || (op !== 'add' && !isThere)) throw new Error(`${path} is not there to ${op}`);
  if (op === 'remove') Array.isArray(parent) ? parent.splice(Number(last), 1) : delete parent[last];
  else if (op === 'add' && Array.isArray(parent)) parent.splice(last === '-' ? parent.length : Number(last), 0, value);
  else if (op === 'add' || op === 'replace') parent[last] = value;
  else throw new Error(`${op} is no operation that is known here`);
}

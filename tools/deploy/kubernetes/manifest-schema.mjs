const schemasOf = (path) => new URL('../_schemas/', import.meta.resolve(path)).href;
const kubernetes = schemasOf('kubernetes-models/v1');
const cloudNativePg = schemasOf('@kubernetes-models/cloudnative-pg/postgresql.cnpg.io');

/** The API versions that a current cluster serves; the packages also contain schemas of removed ones. */
const SERVED = {
  v1: `${kubernetes}IoK8sApiCoreV1`,
  'apps/v1': `${kubernetes}IoK8sApiAppsV1`,
  'autoscaling/v2': `${kubernetes}IoK8sApiAutoscalingV2`,
  'batch/v1': `${kubernetes}IoK8sApiBatchV1`,
  'policy/v1': `${kubernetes}IoK8sApiPolicyV1`,
  'networking.k8s.io/v1': `${kubernetes}IoK8sApiNetworkingV1`,
  'postgresql.cnpg.io/v1': `${cloudNativePg}ComGithubCloudnativePgCloudnativePgApiV1`,
};

/**
 * The violations of a manifest against the OpenAPI schemas of Kubernetes 1.34 and of the operators' resources, one line
 * each: types, required fields, allowed values, and fields that the schema does not know.
 */
export async function problemsOf(manifest) {
  const validate = await validatorOf(manifest);
  if (!validate) return [`${manifest.apiVersion} ${manifest.kind} is unknown`];
  const asked = new Set();
  const isValid = validate(watched(manifest, '', asked));
  const wrong = isValid
    ? []
    : validate.errors.map(
        ({ instancePath, message, keyword, params }) =>
          `${instancePath || '/'} ${message ?? `${keyword} ${JSON.stringify(params)}`}`,
      );
  return [...wrong, ...unasked(manifest, '', asked).map((path) => `${path} is unknown`)];
}

async function validatorOf({ apiVersion, kind }) {
  const place = SERVED[apiVersion];
  if (!place || !kind) return undefined;
  return import(`${place}${kind}.js`).then(
    ({ validate }) => validate,
    () => undefined,
  );
}

/** The schemas accept unknown fields. Their validators never read those, and that is how this finds them. */
function watched(value, path, asked) {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      const found = Reflect.get(target, key);
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return found;
      asked.add(`${path}/${key}`);
      return watched(found, `${path}/${key}`, asked);
    },
  });
}

function unasked(value, path, asked) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const at = `${path}/${key}`;
    return asked.has(at) ? unasked(value[key], at, asked) : [at];
  });
}

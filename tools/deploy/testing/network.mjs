/**
 * Decides which pods can reach each other under NetworkPolicies that select by label. A pod is
 * `{ labels, ports, namespace }`, the last being the labels of its namespace if that is not the policies' own. Anything
 * outside the cluster has `labels: null`.
 */
export function network(manifests) {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec);
  const selecting = (pod, type) =>
    (pod.namespace ? [] : policies).filter(
      ({ podSelector, policyTypes }) => policyTypes.includes(type) && matches(podSelector, pod.labels),
    );
  const lets = (pod, type, direction, peerKey, peer, port, target) => {
    const chosen = selecting(pod, type);
    if (chosen.length === 0) return true;
    return chosen
      .flatMap((policy) => policy[direction] ?? [])
      .some((rule) => namesPeer(rule[peerKey], peer) && namesPort(rule.ports, port, target));
  };
  return {
    reaches: (from, to, port) =>
      (from.labels === null || lets(from, 'Egress', 'egress', 'to', to, port, to)) &&
      lets(to, 'Ingress', 'ingress', 'from', from, port, to),
  };
}

const matches = ({ matchLabels = {} }, labels) =>
  labels !== null && Object.entries(matchLabels).every(([name, value]) => labels[name] === value);

function namesPeer(peers, { labels, namespace }) {
  if (!peers) return true;
  return peers.some(({ podSelector = {}, namespaceSelector }) => {
    const isThere = namespaceSelector ? matches(namespaceSelector, namespace ?? {}) : !namespace;
    return isThere && matches(podSelector, labels);
  });
}

function namesPort(ports, port, target) {
  if (!ports) return true;
  return ports.some(({ port: named }) => named === port || target.ports?.[named] === port);
}

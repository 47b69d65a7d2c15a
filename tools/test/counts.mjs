export const none = () => ({ passed: 0, failed: 0, skipped: 0 });

export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

export function total({ passed, failed, skipped }) {
  return passed + failed + skipped;
}

export function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

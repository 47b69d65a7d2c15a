/** A reporter for node:test that writes how many tests passed, failed and were skipped, and which. */
export default async function* countReporter(source) {
  const counts = { passed: 0, failed: 0, skipped: 0, tests: [] };
  for await (const { type, data } of source) {
    const isTest = (type === 'test:pass' || type === 'test:fail') && data.details?.type !== 'suite';
    if (!isTest) continue;
    const isSkipped = data.skip !== undefined || data.todo !== undefined;
    const { name, file, nesting, details } = data;
    const passed = type === 'test:pass' && !isSkipped;
    counts.tests.push({ file, name, isTop: nesting === 0, passed, isSkipped, seconds: details.duration_ms / 1000 });
    if (isSkipped) counts.skipped += 1;
    else if (type === 'test:pass') counts.passed += 1;
    else counts.failed += 1;
  }
  yield JSON.stringify(counts);
}

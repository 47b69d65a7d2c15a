import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints what the page showed when a journey failed, for places that keep only a run's output and not its files. */
export default class FailureSnapshotReporter implements Reporter {
  onTestEnd({ title }: Pick<TestCase, 'title'>, { attachments }: Pick<TestResult, 'attachments'>): void {
    const files = attachments.flatMap(({ name, path }) => (name === 'error-context' && path ? [path] : []));
    for (const file of files)
      for (const page of pagesIn(readFileSync(file, 'utf8'))) console.log(`  Shown when “${title}” failed:\n${page}`);
  }
}

/** The accessibility trees in a failure's Markdown, each in a block of YAML. */
function pagesIn(markdown: string): string[] {
  return [...markdown.matchAll(/^```yaml\n(.*?)\n```$/gmsu)].map(([, page = '']) => page);
}

import { annotationsIn } from './annotations.mjs';
import { readResults } from '../test/results.mjs';

/** What the last whole run of each part has proven. */
export const readProofs = (root) => proofsOf(annotationsIn(root), readResults(root));

/**
 * Each annotation with every test or step of its file that has its title. Without one, as for a step that was never
 * reached, it proves nothing.
 */
export function proofsOf(annotations, results) {
  const byFile = new Map();
  for (const { part, tests = [] } of results) {
    for (const test of tests) byFile.set(test.file, [...(byFile.get(test.file) ?? []), { part, ...test }]);
  }
  return annotations.flatMap(({ id, file, line, title }) => {
    const found = (byFile.get(file) ?? []).filter(({ titles }) => title?.test(titles.at(-1)));
    if (found.length === 0) return [{ id, by: undefined, test: `${file}:${line}`, passed: false }];
    return found.map(({ part, titles, passed }) => {
      const by = part === 'unit' && file.endsWith('.tsx') ? 'components' : part;
      return { id, by, test: [file, ...titles].join(' › '), passed };
    });
  });
}

/** Annotations that belong to no test or step that ran. */
export const idleAmong = (proofs) => proofs.filter(({ by }) => by === undefined);

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { figure } from '../figure.mjs';
import { memoryOf, startProduct } from '../setup/product.mjs';
import { inRounds } from '../rounds.mjs';

/** Starts the whole product on an empty data folder, then again on the same, and measures its processes' memory. */
export async function measureStart(bench) {
  let folder;
  const memories = [];
  const start = async (dataDir, then = () => undefined) => {
    const product = await startProduct(bench, { dataDir });
    then(product);
    await product.stop();
    return product.seconds;
  };
  const results = await inRounds(bench, {
    'cold start': () => start((folder = mkdtempSync(join(bench.dataDir, 'start-')))),
    'warm start': async () => {
      const seconds = await start(folder, (product) => memories.push(memoryOf(product)));
      rmSync(folder, { recursive: true, force: true });
      return seconds;
    },
  });
  return [
    figure({ name: 'cold start, empty data folder', unit: 's', samples: results['cold start'] }),
    figure({ name: 'warm start, existing data folder', unit: 's', samples: results['warm start'] }),
    ...memoryFigures(memories.filter(Boolean)),
  ];
}

function memoryFigures(memories) {
  if (memories.length === 0) return [];
  const total = memories.map((memory) => Object.values(memory).reduce((sum, size) => sum + size, 0));
  const each = Object.keys(memories[0]).map((name) =>
    figure({ name: `memory of ${name}`, unit: 'MB', samples: memories.map((memory) => memory[name]) }),
  );
  return [figure({ name: 'memory of all processes', unit: 'MB', samples: total }), ...each];
}

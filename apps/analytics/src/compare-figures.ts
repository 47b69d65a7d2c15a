import type { Pool } from 'pg';
import { readPosition } from '@repairline/messaging/consuming/consumed-position';
import { compareTables, type Compared } from '@repairline/projections/compare-view';
import { beginFigures, buildFigures, type FiguresBuilding, type Reached } from './build-figures';
import { figureViews, READ_MODEL_VERSION, SERVICE, SOURCE } from './read-model';

const ATTEMPTS = 20;

/** Builds all figures from the first event in a scratch site and compares them with the live ones, row by row. */
export async function compareFigures(pool: Pool, building: FiguresBuilding): Promise<(Compared & { view: string })[]> {
  await beginFigures(building);
  let built = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const live = await readPosition(pool, SOURCE);
    built = await buildFigures(building, built, live);
    const compared = await compareAt(building, { live, built });
    if (compared) return compared;
  }
  throw new Error('The figures changed during every attempt to compare them');
}

/** Null if the live figures have moved on. */
async function compareAt({ site }: FiguresBuilding, reached: Reached): Promise<(Compared & { view: string })[] | null> {
  return site.inSnapshot(async (tx) => {
    const { rows } = await tx.query<{ position: number; version: number }>(
      'select position, version from read_model, consumed_positions where source = $1',
      [SOURCE],
    );
    const live = rows[0] ?? { position: 0, version: READ_MODEL_VERSION };
    if (live.position !== reached.live) return null;
    const compared: (Compared & { view: string })[] = [];
    for (const view of figureViews) {
      const isOther = live.version !== READ_MODEL_VERSION;
      const found = isOther
        ? { rows: 0, differences: [{ kind: 'version', version: live.version } as const] }
        : await compareTables(tx, SERVICE, view);
      compared.push({ view: view.name, position: reached.built, ...found });
    }
    return compared;
  });
}

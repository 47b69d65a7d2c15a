import { createPool } from '@repairline/postgres/pool';
import { createTestDatabase } from '@repairline/postgres/testing/test-database';
import { createCommitIndex } from './commit-index';
import { EVENTS_A_ROW, loadIndex, placeOf, saveIndex } from './index-table';

test('an index that grows while it is being saved is saved as it was at the start of the save', async () => {
  const database = await createTestDatabase('repairs');
  const pool = createPool(database.url, 'index-table-spec', 1);
  try {
    const index = createCommitIndex();
    const count = EVENTS_A_ROW + 1;
    for (let position = 1; position <= count; position += 1) index.add(position * 100);
    const lastEvent = '018f0000-0000-7000-8000-000000000001';
    const lookedUpTo = placeOf(count * 100);
    const saving = saveIndex(pool, index, 0, { lastEvent, lookedUpTo });
    index.add(count * 100 + 50);
    expect(await saving).toBe(count);
    const saved = await loadIndex(pool);
    expect({ ...saved, commits: saved.commits.length }).toEqual({ commits: count, lastEvent, lookedUpTo });
  } finally {
    await pool.end();
    await database.drop();
  }
});

import { defineView, viewsOf, type AnyView } from '../view';
import { viewFaults } from './kept-views';

type Bell = { type: 'BellRang'; data: { id: string } };
const bells = defineView<{ id: string }, Bell>({
  name: 'bells',
  version: 2,
  table: 'bells',
  key: 'id',
  columns: { id: 'text' },
  indexes: [],
  rowsOf: (event) => [event.data.id],
  project: (_row, { event }) => ({ id: event.data.id }),
  onPoison: 'stop',
});
const faults = (kept: Parameters<typeof viewFaults>[1], changed: Partial<AnyView<Bell>> = {}) =>
  viewFaults(
    viewsOf<Bell>(bells).map((view) => ({ ...view, ...changed })),
    kept,
  );
const kept = { bells: { version: 2, table: 'abfefab3899c' } };

test('a view whose table matches the kept hash of its version has no fault', () => expect(faults(kept)).toEqual([]));

test('a table that changed without a new version is reported, and so is a lowered version', () => {
  const sentence = ['bells has another table than version 2 had: raise its version'];
  expect(faults(kept, { columns: { id: 'text', tone: 'text' } })).toEqual(sentence);
  expect(faults(kept, { indexes: ['create index bells_id on bells (id)'] })).toEqual(sentence);
  expect(faults(kept, { countedBy: ['id'] })).toEqual(sentence);
  expect(faults(kept, { version: 1 })).toEqual(['bells was at version 2 before: raise it']);
});

test('a new version is reported with the entry to keep, and a removed view is reported', () => {
  expect(faults(kept, { version: 3 })).toEqual([
    'bells version 3 is new: write "bells": { "version": 3, "table": "abfefab3899c" } to kept-views.json',
  ]);
  expect(faults({ ...kept, gongs: { version: 1, table: '' } })).toEqual([
    'gongs is kept and is no view any more: take it out of kept-views.json',
  ]);
});

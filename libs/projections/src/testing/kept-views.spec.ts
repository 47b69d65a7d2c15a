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

test('a view whose table is as its version was kept is without fault', () => expect(faults(kept)).toEqual([]));

test('a table that changed under its version is named, and so is a version that is lowered', () => {
  const sentence = ['bells has another table than version 2 had: raise its version'];
  expect(faults(kept, { columns: { id: 'text', tone: 'text' } })).toEqual(sentence);
  expect(faults(kept, { indexes: ['create index bells_id on bells (id)'] })).toEqual(sentence);
  expect(faults(kept, { countedBy: ['id'] })).toEqual(sentence);
  expect(faults(kept, { version: 1 })).toEqual(['bells was at version 2 before: raise it']);
});

test('what is new is told as it is to be kept, and what is gone is named', () => {
  expect(faults(kept, { version: 3 })).toEqual([
    'bells version 3 is new: write "bells": { "version": 3, "table": "abfefab3899c" } to kept-views.json',
  ]);
  expect(faults({ ...kept, gongs: { version: 1, table: '' } })).toEqual([
    'gongs is kept and is no view any more: take it out of kept-views.json',
  ]);
});

import { viewFaults } from '@repairline/projections/testing/kept-views';
import kept from './kept-views.json';
import { repairsViews } from './views';

test('a view whose table changes has a higher version', () => {
  expect(viewFaults(repairsViews, kept)).toEqual([]);
});

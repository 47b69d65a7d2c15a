import { viewFaults } from '@repairline/projections/testing/kept-views';
import kept from './kept-views.json';
import { figureViews } from './views';

test('the version of a view is higher whenever its table has changed', () => {
  expect(viewFaults(figureViews, kept)).toEqual([]);
});

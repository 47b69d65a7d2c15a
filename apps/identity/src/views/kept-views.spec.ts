import { viewFaults } from '@repairline/projections/testing/kept-views';
import { viewsOf } from '@repairline/projections/view';
import kept from './kept-views.json';
import { usersView } from './users';

test('a view whose table changes has a higher version', () => {
  expect(viewFaults(viewsOf(usersView), kept)).toEqual([]);
});

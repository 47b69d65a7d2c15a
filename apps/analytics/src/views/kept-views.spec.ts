import { viewFaults } from '@repairline/projections/testing/kept-views';
import { figureViews, READ_MODEL_VERSION } from '../read-model';
import kept from './kept-views.json';

test('views of which a table changes have a higher version together', () => {
  expect(
    viewFaults(
      figureViews.map((view) => ({ ...view, version: READ_MODEL_VERSION })),
      kept,
    ),
  ).toEqual([]);
});

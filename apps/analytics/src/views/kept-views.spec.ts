import { viewFaults } from '@repairline/projections/testing/kept-views';
import { figureViews, READ_MODEL_VERSION } from '../read-model';
import kept from './kept-views.json';

test('the shared version of the views is higher whenever one of their tables has changed', () => {
  expect(
    viewFaults(
      figureViews.map((view) => ({ ...view, version: READ_MODEL_VERSION })),
      kept,
    ),
  ).toEqual([]);
});

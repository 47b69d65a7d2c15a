import { goldenFaults } from '@repairline/event-store/testing/golden-events';
import { billingRegistry } from '../event-registry';
import golden from './golden-events.json';

test('every version of every event ever written can still be read', () => {
  expect(goldenFaults(billingRegistry, golden)).toEqual([]);
});

import { billingEvents } from '@repairline/contracts/billing/events';
import { createEventRegistry } from '@repairline/event-store/event-registry';
import { goldenFaults } from '@repairline/event-store/testing/golden-events';
import golden from './golden-events.json';

test('every version of every event ever written still reads', () => {
  expect(goldenFaults(createEventRegistry(billingEvents), golden)).toEqual([]);
});

import { goldenFaults } from '@repairline/event-store/testing/golden-events';
import { identityRegistry } from '../event-registry';
import golden from './golden-events.json';

test('every version of every event ever written can still be read', () => {
  expect(goldenFaults(identityRegistry, golden)).toEqual([]);
});

import { countOf } from './device-stats';

test('one device, else N devices', () => {
  expect([0, 1, 2].map(countOf)).toEqual(['0 devices', '1 device', '2 devices']);
});

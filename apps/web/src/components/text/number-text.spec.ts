import { devicesText } from './number-text';

test('a count of devices is singular only for one', () => {
  expect([0, 1, 2, 5_829].map(devicesText)).toEqual(['0 devices', '1 device', '2 devices', '5,829 devices']);
});

import type { Device, RepairLog } from '@repairline/contracts/repairs/views';
import { firstUncompletedLog, startedBySomeoneElse } from './current-repair';

const log = (id: string, completed = false) => ({ id, completed }) as RepairLog;

test('the first uncompleted log is looked for in the current repair only', () => {
  expect(firstUncompletedLog([log('a'), log('b')])?.id).toBe('a');
  expect(firstUncompletedLog([log('a'), log('b', true), log('c'), log('d')])?.id).toBe('c');
});

test('a repair that is completed has no uncompleted log', () => {
  expect(firstUncompletedLog([log('a'), log('b', true)])).toBeUndefined();
  expect(firstUncompletedLog([])).toBeUndefined();
});

test('whoever loses the race for a device learns who won it', () => {
  const device = { assigneeId: 'tom', assignedTo: 'Tom Bench' } as Device;
  expect(startedBySomeoneElse(device, 'ada')).toBe('Tom Bench');
  expect(startedBySomeoneElse(device, 'tom')).toBeUndefined();
});

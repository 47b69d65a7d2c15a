import type { Device, RepairLog } from '@repairline/contracts/repairs/views';
import { firstUncompletedLog, namedIssue, startedBySomeoneElse } from './current-repair';

const log = (id: string, completed = false) => ({ id, completed }) as RepairLog;

test('the first uncompleted log is looked for in the current repair only', () => {
  expect(firstUncompletedLog([log('a'), log('b')], 'INTAKE')?.id).toBe('a');
  expect(firstUncompletedLog([log('a'), log('b', true), log('c'), log('d')], 'IN_PROGRESS')?.id).toBe('c');
  expect(firstUncompletedLog([log('a'), log('b', true)], 'INTAKE')).toBeUndefined();
  expect(firstUncompletedLog([], 'INTAKE')).toBeUndefined();
});

test('of a completed device it is looked for in its last repair', () => {
  expect(firstUncompletedLog([log('a'), log('b', true), log('c'), log('d', true)], 'COMPLETED')?.id).toBe('c');
  expect(firstUncompletedLog([log('a', true), log('b', true)], 'COMPLETED')).toBeUndefined();
});

test('a device that is completed while its logs are read still has the log that they had', () => {
  expect(firstUncompletedLog([log('a'), log('b')], 'COMPLETED')?.id).toBe('a');
});

test('a repair is completed under the issue that somebody has named, wherever they did, and never as started', () => {
  expect(namedIssue('Hinge', 'Juice')).toBe('Hinge');
  expect(namedIssue('Work started', 'Hinge')).toBe('Hinge');
  expect(namedIssue('Work started', '')).toBe('Repair completed');
});

test('whoever loses the race for a device learns who won it', () => {
  const device = { assigneeId: 'tom', assignedTo: 'Tom Bench' } as Device;
  expect(startedBySomeoneElse(device, 'ada')).toBe('Tom Bench');
  expect(startedBySomeoneElse(device, 'tom')).toBeUndefined();
});

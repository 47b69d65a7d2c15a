import type { Device, RepairLog } from '@repairline/contracts/repairs/views';
import { firstUncompletedLog, namedIssue, startedBySomeoneElse } from './current-repair';

const log = (id: string, completed = false) => ({ id, completed }) as RepairLog;

test('the first uncompleted log is that of the current repair', () => {
  expect(firstUncompletedLog([log('a'), log('b')], 'INTAKE')?.id).toBe('a');
  expect(firstUncompletedLog([log('a'), log('b', true), log('c'), log('d')], 'IN_PROGRESS')?.id).toBe('c');
  expect(firstUncompletedLog([log('a'), log('b', true)], 'INTAKE')).toBeUndefined();
  expect(firstUncompletedLog([], 'INTAKE')).toBeUndefined();
});

test('the first uncompleted log of a completed device is that of its last repair', () => {
  expect(firstUncompletedLog([log('a'), log('b', true), log('c'), log('d', true)], 'COMPLETED')?.id).toBe('c');
  expect(firstUncompletedLog([log('a', true), log('b', true)], 'COMPLETED')).toBeUndefined();
});

test('a device completed after its logs were read still has their first uncompleted log', () => {
  expect(firstUncompletedLog([log('a'), log('b')], 'COMPLETED')?.id).toBe('a');
});

test("a repair is completed under its latest issue, else its initial one, never under 'Work started'", () => {
  expect(namedIssue('Hinge', 'Juice')).toBe('Hinge');
  expect(namedIssue('Work started', 'Hinge')).toBe('Hinge');
  expect(namedIssue('Work started', '')).toBe('Repair completed');
});

test('only the loser of a race to start a device is given the name of the winner', () => {
  const device = { assigneeId: 'tom', assignedTo: 'Tom Bench' } as Device;
  expect(startedBySomeoneElse(device, 'ada')).toBe('Tom Bench');
  expect(startedBySomeoneElse(device, 'tom')).toBeUndefined();
});

import type { Device } from '@repairline/contracts/repairs/views';
import { namedIssue, startedBySomeoneElse } from './current-repair';

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

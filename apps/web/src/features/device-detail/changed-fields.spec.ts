import type { Device } from '@repairline/contracts/repairs/views';
import { changedFields, overSeen } from './changed-fields';

const before = { school: 'SHS', model: 'Spin', studentName: '' };

test('only what was changed is sent', () => {
  expect(changedFields(before, { school: 'SMS', model: 'Spin', studentName: null })).toEqual({ school: 'SMS' });
});

test('a field that was emptied is sent empty', () => {
  expect(changedFields(before, { school: 'SHS', model: '', studentName: '' })).toEqual({ model: '' });
});

test('a change says what was seen of the fields it replaces, by the names under which a device shows them', () => {
  const device = { school: 'SHS', notes: '', priority: 'Low', highestPriority: 'High', assigneeId: null } as Device;
  const changes = { barcodeNumber: 'CB-2', notes: 'Case too', priority: 'Medium', assignedTo: 'u1' } as const;
  const expected = { notes: '', highestPriority: 'High', assigneeId: null };
  expect(overSeen(device, changes)).toEqual({ ...changes, expected });
});

import { deviceInRepair, technicianOf } from './take-in';

// proves s7.devices.follow-up-technician-assignee s7.devices.follow-up-technician-name
// proves s7.devices.follow-up-technician-email s7.devices.follow-up-technician-unknown
test('the technician of the first log is the assignee, else the user by name, else by email, else Unknown', () => {
  const user = { name: 'Ada Fields', email: 'ada@school.example' };
  expect(technicianOf({ assignedTo: 'tom@school.example' }, user)).toBe('tom@school.example');
  expect(technicianOf({ assignedTo: '' }, user)).toBe('Ada Fields');
  expect(technicianOf({}, { ...user, name: '' })).toBe('ada@school.example');
  expect(technicianOf({}, { name: '', email: '' })).toBe('Unknown');
});

test('only a refusal of type device_exists yields the device in repair', () => {
  const now = '2026-03-10T12:00:00.000Z';
  const device = {
    id: 'd',
    barcodeNumber: 'CB-1',
    school: 'SHS',
    model: '',
    status: 'INTAKE',
    priority: 'Low',
    assignedTo: '',
    assigneeId: null,
    studentName: null,
    initialIssue: '',
    notes: '',
    billingNotes: '',
    createdAt: now,
    updatedAt: now,
    highestPriority: 'Low',
    latestIssue: '',
  };
  const refusal = (body: object) => ({ status: 409, message: '409: …', body });
  expect(deviceInRepair(refusal({ message: 'In repair', type: 'device_exists', device }))?.barcodeNumber).toBe('CB-1');
  expect(deviceInRepair(refusal({ message: 'In repair', type: 'device_exists' }))).toBeUndefined();
  expect(deviceInRepair(refusal({ message: 'Deprovisioned', type: 'device_deprovisioned' }))).toBeUndefined();
  expect(deviceInRepair(new Error('bug'))).toBeUndefined();
});

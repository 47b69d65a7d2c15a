import { technicianOf } from './technician';

// proves s7.devices.follow-up-technician-assignee s7.devices.follow-up-technician-name
// proves s7.devices.follow-up-technician-email s7.devices.follow-up-technician-unknown
test('the technician of the first log is the assignee, else the user by name, else by email, else Unknown', () => {
  const user = { name: 'Ada Fields', email: 'ada@school.example' };
  expect(technicianOf({ assignedTo: 'tom@school.example' }, user)).toBe('tom@school.example');
  expect(technicianOf({ assignedTo: '' }, user)).toBe('Ada Fields');
  expect(technicianOf({}, { ...user, name: '' })).toBe('ada@school.example');
  expect(technicianOf({}, { name: '', email: '' })).toBe('Unknown');
});

import { technicianOf } from './technician';

test('the technician of the first log is the assignee, else the user by name, else by email, else Unknown [s7.devices.follow-up-technician-assignee s7.devices.follow-up-technician-name s7.devices.follow-up-technician-email s7.devices.follow-up-technician-unknown]', () => {
  const user = { name: 'Ada Fields', email: 'ada@school.example' };
  expect(technicianOf({ assignedTo: 'tom@school.example' }, user)).toBe('tom@school.example');
  expect(technicianOf({ assignedTo: '' }, user)).toBe('Ada Fields');
  expect(technicianOf({}, { ...user, name: '' })).toBe('ada@school.example');
  expect(technicianOf({}, { name: '', email: '' })).toBe('Unknown');
});

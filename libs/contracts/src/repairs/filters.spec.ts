import { deviceFilters } from './requests';

test('empty and ALL mean no filter, but ALL may be searched for', () => {
  expect(deviceFilters.parse({ q: '', school: 'ALL', status: '', priority: 'ALL' })).toMatchObject({
    q: undefined,
    school: undefined,
    status: undefined,
    priority: undefined,
  });
  expect(deviceFilters.parse({ q: 'ALL' })).toMatchObject({ q: 'ALL' });
});

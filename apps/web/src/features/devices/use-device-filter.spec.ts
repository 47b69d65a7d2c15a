import { readFilter, writeFilter } from './use-device-filter';

test('the address holds the filter and gives it back', () => {
  const filter = { q: 'liquid damage', school: 'N/A', status: 'INTAKE', priority: 'High' };
  expect(readFilter(writeFilter(filter))).toEqual(filter);
});

test('ALL and empty clear a filter', () => {
  expect(writeFilter({ q: '  ', school: 'ALL', status: 'INTAKE' }).toString()).toBe('status=INTAKE');
  expect(readFilter(new URLSearchParams('school=ALL&q='))).toEqual({});
});

test('ALL may be searched for', () => {
  expect(readFilter(writeFilter({ q: 'ALL', status: 'ALL' }))).toEqual({ q: 'ALL' });
});

test('what else is in the address is no filter', () => {
  expect(readFilter(new URLSearchParams('limit=9&q=x'))).toEqual({ q: 'x' });
});

import { readFilter, writeFilter } from './use-device-filter';

test('a filter written to the address is read back unchanged', () => {
  const filter = { q: 'liquid damage', school: 'N/A', status: 'INTAKE', priority: 'High' };
  expect(readFilter(writeFilter(filter))).toEqual(filter);
});

test('ALL and empty values clear a filter', () => {
  expect(writeFilter({ q: '  ', school: 'ALL', status: 'INTAKE' }).toString()).toBe('status=INTAKE');
  expect(readFilter(new URLSearchParams('school=ALL&q='))).toEqual({});
});

test('ALL may be searched for', () => {
  expect(readFilter(writeFilter({ q: 'ALL', status: 'ALL' }))).toEqual({ q: 'ALL' });
});

test('other parameters of the address are not read as filters', () => {
  expect(readFilter(new URLSearchParams('limit=9&q=x'))).toEqual({ q: 'x' });
});

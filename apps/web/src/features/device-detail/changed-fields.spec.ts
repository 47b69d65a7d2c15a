import { changedFields } from './changed-fields';

const before = { school: 'SHS', model: 'Spin', studentName: '' };

test('only what was changed is sent', () => {
  expect(changedFields(before, { school: 'SMS', model: 'Spin', studentName: null })).toEqual({ school: 'SMS' });
});

test('a field that was emptied is sent empty', () => {
  expect(changedFields(before, { school: 'SHS', model: '', studentName: '' })).toEqual({ model: '' });
});

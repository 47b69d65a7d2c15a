import { bulkRow, numberOfRow } from './bulk-row';
import { intake } from './requests';

const common = { school: 'SMS', model: 'C433', priority: 'High', assignedTo: 'tess@school.example' };
const parsed = (row: unknown) => intake.parse(bulkRow(common, row));

// proves s5.bulk.common-school s5.bulk.common-model s5.bulk.common-priority s5.bulk.common-assignee
test('a row without settings of its own gets the common ones', () => {
  expect(parsed({ barcodeNumber: 'CB-1' })).toEqual({ barcodeNumber: 'CB-1', ...common });
  expect(parsed({ barcodeNumber: 'CB-1', school: '', model: null, priority: undefined })).toMatchObject(common);
});

test('a row keeps its own settings', () => {
  const own = { school: 'SHS', model: 'X1', priority: 'Low', assignedTo: 'tom@school.example' };
  expect(parsed({ barcodeNumber: 'CB-1', ...own })).toEqual({ barcodeNumber: 'CB-1', ...own });
});

test('an empty assignee in a row means unassigned, even if there is a common assignee', () => {
  expect(parsed({ barcodeNumber: 'CB-1', assignedTo: '' })).toMatchObject({ assignedTo: '' });
});

test('a setting of the wrong type is refused, not replaced by the common one', () => {
  expect(intake.safeParse(bulkRow(common, { barcodeNumber: 'CB-1', school: 7 })).success).toBe(false);
});

test.each([[null], ['CB-1'], [42], [[]], [JSON.parse('{"__proto__":{"barcodeNumber":"CB-1"}}') as unknown]])(
  'a row that is not an object with device fields (%j) has no asset number and is refused',
  (row) => {
    expect(numberOfRow(row)).toBe('');
    expect(intake.safeParse(bulkRow(common, row)).error?.issues[0]?.message).toBe('Asset Number is required');
  },
);

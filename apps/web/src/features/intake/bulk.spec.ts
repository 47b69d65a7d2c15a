import { bulkCalls, outcomeOf, parseAssets, ROWS_A_CALL, type RowResult } from './bulk';

const settings = { school: 'SHS', model: 'Lenovo 300e', priority: 'High' as const, assignedTo: 'tom@school.example' };
const ok = (barcodeNumber: string): RowResult => ({ barcodeNumber, ok: true });
const refused = (barcodeNumber: string): RowResult => ({ barcodeNumber, ok: false, message: 'In repair' });

// proves s5.bulk.lines-trimmed s5.bulk.blank-lines-ignored
test('lines are trimmed, whatever their line ending, and blank lines are left out', () => {
  expect(parseAssets('  CB-1 \r\n\r\n\tCB-2\rCB 3\n   \n')).toEqual(['CB-1', 'CB-2', 'CB 3']);
  expect(parseAssets(' \n\r\n\t')).toEqual([]);
});

test('a pasted list is read as the file it was: without heading, quotes, separators and the apostrophe of our exports', () => {
  const pasted = ['\ufeffAsset Number', '"00Q1"', '00Q2,', '"say ""7"""\t', " '=1+1", `"'@home";;`, "'tis-1"];
  expect(parseAssets(pasted.join('\n'))).toEqual(['00Q1', '00Q2', 'say "7"', '=1+1', '@home', "'tis-1"]);
  for (const heading of ['asset tag', 'Annotated Asset ID', 'Barcode', '"Asset No.",', 'Assets'])
    expect(parseAssets(`${heading}\nCB-1`)).toEqual(['CB-1']);
  expect(parseAssets('Asset 7\nasset-number-9\nBarcode 3')).toEqual(['Asset 7', 'asset-number-9', 'Barcode 3']);
});

test('a number scanned twice, in whatever case, is one row', () => {
  expect(parseAssets('CB-1\ncb-1\nCB-2\nCB-1')).toEqual(['CB-1', 'CB-2']);
});

test('rows are sent together with their common settings', () => {
  expect(bulkCalls(settings, ['CB-1', 'CB-2'])).toEqual([
    { common: settings, devices: [{ barcodeNumber: 'CB-1' }, { barcodeNumber: 'CB-2' }] },
  ]);
});

// proves s5.bulk.unassigned-empty
test("'unassigned' is sent as an empty text", () => {
  const [call] = bulkCalls({ ...settings, assignedTo: 'unassigned' }, ['CB-1']);
  expect(call?.common.assignedTo).toBe('');
});

test('a long list is sent in several calls that together hold every row once, in order', () => {
  const assets = Array.from({ length: 2 * ROWS_A_CALL + 1 }, (_, row) => `CB-${row}`);
  const calls = bulkCalls(settings, assets);
  expect(calls).toHaveLength(3);
  expect(calls.flatMap(({ devices }) => devices.map(({ barcodeNumber }) => barcodeNumber))).toEqual(assets);
});

test('a call that failed comes first and unchanged while all of its rows are there', () => {
  const rowsOf = (assets: string[]) =>
    bulkCalls(settings, assets, ['CB-2', 'CB-3']).map(({ devices }) =>
      devices.map(({ barcodeNumber }) => barcodeNumber),
    );
  expect(rowsOf(['CB-1', 'CB-2', 'CB-3', 'CB-4'])).toEqual([
    ['CB-2', 'CB-3'],
    ['CB-1', 'CB-4'],
  ]);
  expect(rowsOf(['CB-1', 'CB-2', 'CB-4'])).toEqual([['CB-1', 'CB-2', 'CB-4']]);
});

test('the outcome is destructive only when more failed than were added', () => {
  expect(outcomeOf([ok('A'), ok('B')])).toEqual({
    title: '2 devices added to intake successfully',
    intent: 'default',
  });
  expect(outcomeOf([ok('A'), ok('B'), refused('C'), refused('D')])).toEqual({
    title: 'Partial Success: 2 devices added successfully, 2 failed',
    intent: 'default',
  });
  expect(outcomeOf([ok('A'), refused('B'), refused('C')]).intent).toBe('destructive');
});

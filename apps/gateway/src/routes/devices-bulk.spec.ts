import { intake } from '@repairline/contracts/repairs/requests';
import { MESSAGE_LIMIT } from '@repairline/messaging/calls/wire';
import { bulkSlices } from './devices-bulk';

const rowsOf = (slices: ReturnType<typeof bulkSlices>) => slices.flatMap(({ rows }) => rows);

test('rows keep their order, and each slice knows its first row', () => {
  const devices = Array.from({ length: 1_234 }, (_, index) => ({ barcodeNumber: `CB-${index}` }));
  const slices = bulkSlices(devices);
  expect(rowsOf(slices)).toEqual(devices);
  expect(slices.map(({ firstRow }) => firstRow)).toEqual([0, 500, 1_000]);
});

test('no slice is larger than a message may be, whatever is sent', () => {
  const long = '\u0001'.repeat(100_000);
  const heavy = { barcodeNumber: long, notes: long, initialIssue: long, model: long, school: long, other: long };
  const more = { assignedTo: long, studentName: long, priority: long, status: long };
  const slices = bulkSlices(Array.from({ length: 5 }, () => ({ ...heavy, ...more })));
  expect(slices).toHaveLength(5);
  for (const { rows } of slices) expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThan(MESSAGE_LIMIT - 16_384);
});

test('texts that are too long and values of the wrong type stay invalid', () => {
  const [row] = rowsOf(bulkSlices([{ notes: 'n'.repeat(9_000), school: ['SHS'], model: 7, more: 'x' }]));
  expect(row).toEqual({ notes: 'n'.repeat(8_001), school: {}, model: 7 });
  expect(rowsOf(bulkSlices([null, 'CB-1', 7]))).toEqual([null, null, null]);
});

test.each([
  ['letters of two code units each', '😀'.repeat(5_000)],
  ['a long gap', `a${' '.repeat(9_000)}b`],
  ['just what there is room for', '😀'.repeat(4_000)],
])('an invalid text is never shortened to a valid one: %s', (_, notes) => {
  const row = { barcodeNumber: 'CB-1', school: 'SHS', notes };
  const judged = (sent: unknown) => intake.safeParse(sent).error?.issues[0]?.message ?? 'taken';
  expect(judged(rowsOf(bulkSlices([row]))[0])).toEqual(judged(row));
});

test('spaces around a text are trimmed, however many there are', () => {
  const notes = `${' '.repeat(9_000)}abc${' '.repeat(9_000)}`;
  expect(rowsOf(bulkSlices([{ notes }]))).toEqual([{ notes: 'abc' }]);
});

import { dayAround, dayIn, isoIn, startOfDay, weekAround } from './calendar';

const CHICAGO = 'America/Chicago';
const shown = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()];

// proves d.figures.today-in-district-zone
test('a day ends exactly at midnight in its time zone', () => {
  expect(dayIn(CHICAGO, new Date('2026-09-01T04:59:59.999Z'))).toBe('2026-08-31');
  expect(dayIn(CHICAGO, new Date('2026-09-01T05:00:00.000Z'))).toBe('2026-09-01');
  expect(shown(dayAround(CHICAGO, new Date('2026-09-01T12:00:00Z')))).toEqual([
    '2026-09-01T05:00:00.000Z',
    '2026-09-02T05:00:00.000Z',
  ]);
});

test('the day on which clocks go forward has 23 hours, the one on which they go back 25', () => {
  expect(shown(dayAround(CHICAGO, new Date('2026-03-08T18:00:00Z')))).toEqual([
    '2026-03-08T06:00:00.000Z',
    '2026-03-09T05:00:00.000Z',
  ]);
  expect(shown(dayAround(CHICAGO, new Date('2026-11-01T18:00:00Z')))).toEqual([
    '2026-11-01T05:00:00.000Z',
    '2026-11-02T06:00:00.000Z',
  ]);
});

// proves s9.week-starts-sunday d.figures.week-in-district-zone
test('a week begins on Sunday, even across a clock change', () => {
  const week = ['2026-03-08T06:00:00.000Z', '2026-03-15T05:00:00.000Z'];
  expect(shown(weekAround(CHICAGO, new Date('2026-03-08T06:00:00Z')))).toEqual(week);
  expect(shown(weekAround(CHICAGO, new Date('2026-03-15T04:59:59Z')))).toEqual(week);
  expect(weekAround(CHICAGO, new Date('2026-03-08T05:59:59Z')).to.toISOString()).toBe(week[0]);
});

test('a week can span two years', () => {
  expect(shown(weekAround(CHICAGO, new Date('2027-01-01T12:00:00Z')))).toEqual([
    '2026-12-27T06:00:00.000Z',
    '2027-01-03T06:00:00.000Z',
  ]);
});

test('a day whose midnight a clock change skips begins at its first moment', () => {
  expect(startOfDay('America/Santiago', '2026-09-06').toISOString()).toBe('2026-09-06T04:00:00.000Z');
  expect(dayIn('America/Santiago', new Date('2026-09-06T03:59:59Z'))).toBe('2026-09-05');
});

test('the same moment falls on different days in zones far east and far west', () => {
  const at = new Date('2026-06-30T11:30:00Z');
  expect(dayIn('Pacific/Kiritimati', at)).toBe('2026-07-01');
  expect(dayIn('Pacific/Pago_Pago', at)).toBe('2026-06-30');
  expect(startOfDay('Pacific/Kiritimati', '2026-07-01').toISOString()).toBe('2026-06-30T10:00:00.000Z');
});

test('a timestamp is written with the UTC offset in force at that moment', () => {
  expect(isoIn(CHICAGO, new Date('2026-01-05T15:30:00.250Z'))).toBe('2026-01-05T09:30:00-06:00');
  expect(isoIn(CHICAGO, new Date('2026-07-05T15:30:00Z'))).toBe('2026-07-05T10:30:00-05:00');
  expect(isoIn('Asia/Kolkata', new Date('2026-01-05T23:30:00Z'))).toBe('2026-01-06T05:00:00+05:30');
  expect(isoIn(CHICAGO, new Date('2026-11-01T06:59:59Z'))).toBe('2026-11-01T01:59:59-05:00');
  expect(isoIn(CHICAGO, new Date('2026-11-01T07:00:00Z'))).toBe('2026-11-01T01:00:00-06:00');
  expect(isoIn(CHICAGO, new Date('1969-12-31T23:59:58.900Z'))).toBe('1969-12-31T17:59:58-06:00');
  expect(isoIn('UTC', new Date('2026-01-05T00:00:00Z'))).toBe('2026-01-05T00:00:00+00:00');
});

import { dayOf, weekOf } from './district-days';

const chicago = 'America/Chicago';
const day = (moment: string, timeZone = chicago) => dayOf(new Date(moment), timeZone);
const week = (moment: string) => weekOf(new Date(moment), chicago);

test('today begins and ends at midnight in the district, whatever day it is in UTC [d.figures.today-in-district-zone]', () => {
  const today = { start: '2026-01-05T06:00:00.000Z', end: '2026-01-06T06:00:00.000Z' };
  expect(day('2026-01-06T05:59:59.999Z')).toEqual(today);
  expect(day('2026-01-05T06:00:00.000Z')).toEqual(today);
  expect(day('2026-01-06T06:00:00.000Z').start).toBe(today.end);
});

test('a day is 23 hours long where clocks go forward, 25 where they go back', () => {
  expect(day('2026-03-08T12:00:00Z')).toEqual({ start: '2026-03-08T06:00:00.000Z', end: '2026-03-09T05:00:00.000Z' });
  expect(day('2026-11-01T12:00:00Z')).toEqual({ start: '2026-11-01T05:00:00.000Z', end: '2026-11-02T06:00:00.000Z' });
});

test('where clocks change at midnight a day begins at its first moment', () => {
  expect(day('2026-03-08T12:00:00Z', 'America/Havana').start).toBe('2026-03-08T05:00:00.000Z');
  expect(day('2026-11-01T12:00:00Z', 'America/Havana').start).toBe('2026-11-01T04:00:00.000Z');
});

test('zones ahead of UTC, and by half hours', () => {
  expect(day('2026-07-01T18:30:00Z', 'Asia/Kolkata').start).toBe('2026-07-01T18:30:00.000Z');
  expect(day('2026-07-01T18:29:59Z', 'Asia/Kolkata').start).toBe('2026-06-30T18:30:00.000Z');
});

test('a week runs from Sunday in the district [d.figures.week-in-district-zone s9.week-starts-sunday]', () => {
  const ofSunday = { start: '2026-01-04T06:00:00.000Z', end: '2026-01-11T06:00:00.000Z' };
  expect(week('2026-01-04T06:00:00Z')).toEqual(ofSunday);
  expect(week('2026-01-11T05:59:59Z')).toEqual(ofSunday);
  expect(week('2026-01-04T05:59:59Z').end).toBe(ofSunday.start);
});

test('a week may span the end of a year, or a change of clocks', () => {
  expect(week('2026-01-01T12:00:00Z')).toEqual({ start: '2025-12-28T06:00:00.000Z', end: '2026-01-04T06:00:00.000Z' });
  expect(week('2026-03-10T12:00:00Z')).toEqual({ start: '2026-03-08T06:00:00.000Z', end: '2026-03-15T05:00:00.000Z' });
});

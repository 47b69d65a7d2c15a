import { dayText, exactText, startOfSession } from './moment-text';

const at = new Date('2026-11-23T23:04:00Z');
const KIRITIMATI = 'Pacific/Kiritimati';
const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const minute = String(at.getMinutes()).padStart(2, '0');
const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

test("times are in the district's time zone, which is named if the browser is in another", () => {
  expect(dayText(at, KIRITIMATI)).toBe('Nov 24, 2026');
  expect(plain(exactText(at, KIRITIMATI))).toBe('Nov 24, 2026, 1:04 PM GMT+14');
});

test("no time zone is named if the browser is in the district's own", () => {
  expect(plain(exactText(at, own))).toMatch(new RegExp(`^Nov 2\\d, 2026, \\d+:${minute} [AP]M$`, 'u'));
});

test("until the district's time zone is known, times are in the browser's and name it", () => {
  expect(plain(exactText(at, undefined))).toMatch(new RegExp(`^Nov 2\\d, 2026, \\d+:${minute} [AP]M [A-Z]`, 'u'));
});

test('the start of a session names its day unless that is today', () => {
  jest.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z') });
  expect(plain(startOfSession('2026-11-23T11:00:00Z', KIRITIMATI))).toBe('1:00 AM GMT+14');
  expect(plain(startOfSession('2026-11-23T09:00:00Z', KIRITIMATI))).toBe('Nov 23, 2026, 11:00 PM GMT+14');
  jest.useRealTimers();
});

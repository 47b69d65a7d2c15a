import type { z } from 'zod';
import { billingFilters } from './billing/requests';
import { deviceFilters, logFilters } from './repairs/requests';

type List = keyof typeof lists;
const lists = { devices: deviceFilters, logs: logFilters, billing: billingFilters };
const filtersOf = (list: z.ZodObject) => Object.keys(list.shape).filter((name) => !['cursor', 'limit'].includes(name));
const names = Object.keys(lists) as List[];
const each = names.flatMap((list) => filtersOf(lists[list]).map((name) => [list, name] as const));
const parse = (list: List, name: string, value: unknown) => lists[list].safeParse({ [name]: value });
const refusal = (list: List, name: string, value: unknown) =>
  parse(list, name, value).error?.issues.map(({ message }) => message);

test.each(each)('in the list of %s, an empty or blank %s applies no filter', (list, name) => {
  for (const blank of ['', '   ']) expect(parse(list, name, blank).data).toEqual({ limit: 200 });
});

test.each(each.filter(([, name]) => name !== 'q'))('in the list of %s, ALL applies no filter on %s', (list, name) => {
  expect(parse(list, name, 'ALL').data).toEqual({ limit: 200 });
});

test.each(each)('in the list of %s, an invalid %s is refused with one message in plain words', (list, name) => {
  for (const wrong of [['a', 'b'], { a: 'b' }, 'x'.repeat(300)]) {
    const said = refusal(list, name, wrong);
    expect(said).toHaveLength(1);
    expect(said?.join()).not.toMatch(/invalid|expected|too big/iu);
  }
});

test('the message of a refusal names the filter that is wrong', () => {
  expect(refusal('logs', 'from', '2026-02-30T00:00:00Z')).toEqual(['from must be an ISO 8601 date and time']);
  expect(refusal('billing', 'to', '2026-02-28')).toEqual(['to must be an ISO 8601 date and time']);
  expect(refusal('devices', 'assignedTo', 'x'.repeat(255))).toEqual(['Assigned To can have at most 254 characters']);
});

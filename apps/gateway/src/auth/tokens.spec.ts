import type { IncomingMessage } from 'node:http';
import { apiTokenOf } from './tokens';

const of = (authorization?: string) => apiTokenOf({ headers: { authorization } } as IncomingMessage);
const TOKEN = `repairline_${'a'.repeat(43)}`;

test('a personal API token is taken from a Bearer header', () => {
  expect(of(`Bearer ${TOKEN}`)).toBe(TOKEN);
  expect(of(`bearer  ${TOKEN} `)).toBe(TOKEN);
});

test('a malformed Bearer token is refused, and other schemes are ignored', () => {
  for (const wrong of ['Bearer', 'Bearer x', `Bearer ${TOKEN}x`, `Bearer ${TOKEN} ${TOKEN}`])
    expect(of(wrong)).toBeNull();
  expect(of()).toBeUndefined();
  expect(of('Basic YTpi')).toBeUndefined();
});

import { createStreamStandings } from './stream-standings';

const seenAt = (version: number, ...commands: string[]) => ({
  version,
  commands: new Map(commands.map((command, index) => [command, { streamVersion: index + 1 }])),
});

test('a stream is known at the version it was seen at, and at any', () => {
  const standings = createStreamStandings();
  standings.seen('loan-1', seenAt(2, 'c1', 'c2'));
  expect(standings.at('loan-1', 2)).toEqual(seenAt(2, 'c1', 'c2'));
  expect(standings.at('loan-1', null)).toEqual(seenAt(2, 'c1', 'c2'));
  for (const expected of [0, 1, 3]) expect(standings.at('loan-1', expected)).toBeUndefined();
});

test('a stream that was never seen holds nothing where it should not exist yet, and is unknown elsewhere', () => {
  const standings = createStreamStandings();
  expect(standings.at('loan-1', 0)).toEqual(seenAt(0));
  expect(standings.at('loan-1', 1)).toBeUndefined();
  expect(standings.at('loan-1', null)).toBeUndefined();
});

test('an append brings a stream to its end, and its command among those done', () => {
  const standings = createStreamStandings();
  standings.appended('loan-1', seenAt(1, 'c1'), 'c2', { streamVersion: 3 });
  expect(standings.at('loan-1', 3)?.commands.get('c2')).toEqual({ streamVersion: 3 });
  expect(standings.at('loan-1', 3)?.commands.has('c1')).toBe(true);
});

test('what was read before something newer was seen is not taken for news', () => {
  const standings = createStreamStandings();
  standings.appended('loan-1', seenAt(1, 'c1'), 'c2', { streamVersion: 2 });
  standings.seen('loan-1', seenAt(1, 'c1'));
  expect(standings.at('loan-1', 2)).toBeDefined();
});

test('what was forgotten is not known', () => {
  const standings = createStreamStandings();
  standings.seen('loan-1', seenAt(1, 'c1'));
  standings.forget('loan-1');
  expect(standings.at('loan-1', 1)).toBeUndefined();
});

test('streams not used for the longest time are forgotten for those that come, however they grew', () => {
  const standings = createStreamStandings(6);
  standings.seen('loan-1', seenAt(1, 'c1'));
  standings.seen('loan-2', seenAt(1, 'c2'));
  standings.appended('loan-1', standings.at('loan-1', 1)!, 'c3', { streamVersion: 2 });
  standings.seen('loan-3', seenAt(0));
  expect(standings.at('loan-2', 1)).toBeDefined();
  standings.appended('loan-3', standings.at('loan-3', 0)!, 'c4', { streamVersion: 1 });
  expect(standings.at('loan-2', 1)).toBeUndefined();
  expect(standings.at('loan-1', 2)).toBeDefined();
  standings.seen('loan-4', seenAt(9, 'c5', 'c6', 'c7', 'c8', 'c9', 'c10'));
  expect([1, 2, 3, 4].map((loan) => standings.at(`loan-${loan}`, null))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

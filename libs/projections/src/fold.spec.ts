import { fold, keysOf } from './fold';
import { envelope, project } from './testing/given-events';
import { parcels, throwAway, weigh, type ParcelEvent } from './testing/parcels';
import { viewsOf } from './view';

const [view] = viewsOf<ParcelEvent>(parcels);
const batch = (...events: ParcelEvent[]) => events.map((event, index) => envelope(event, index + 1));

describe('a fold', () => {
  test('starts from the existing rows and returns only the last state of each', () => {
    const before = new Map([['a', { parcel: 'a', grams: 1, times: 4, weighed_at: '2026-01-01T00:00:00.000Z' }]]);
    const { upserts } = fold(view!, before, batch(weigh('a', 2), weigh('a', 3)));
    expect(upserts).toMatchObject([{ parcel: 'a', grams: 3, times: 6 }]);
  });

  test('deletes only rows that existed before the batch', () => {
    const before = new Map([['a', { parcel: 'a', grams: 1, times: 1, weighed_at: '2026-01-01T00:00:00.000Z' }]]);
    const folded = fold(view!, before, batch(throwAway('a'), weigh('b', 1), throwAway('b')));
    expect(folded).toMatchObject({ upserts: [], deletes: ['a'] });
  });

  test('ends before the poison event when the view declares stop', () => {
    const folded = fold(view!, new Map(), batch(weigh('a', 1), weigh('a', -1), weigh('a', 2)));
    expect(folded).toMatchObject({ upserts: [{ grams: 1 }] });
    expect(folded.poison.map(({ envelope: { position } }) => position)).toEqual([2]);
  });

  test('requests each row of a batch once', () => {
    expect(keysOf(view!, batch(weigh('a', 1), weigh('b', 1), weigh('a', 2)))).toEqual(['a', 'b']);
  });

  test('can be tested without a database, and rethrows the error of the view', () => {
    const projected = project(parcels).given({ event: weigh('a', 7), occurredAt: '2026-03-01T10:00:00Z' });
    expect(projected.row('a')).toEqual({ parcel: 'a', grams: 7, times: 1, weighed_at: '2026-03-01T10:00:00.000Z' });
    expect(() => project(parcels).given(weigh('a', -7))).toThrow(RangeError);
  });
});

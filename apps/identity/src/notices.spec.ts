import type { IdentityEvent } from '@repairline/contracts/identity/events';
import { envelope } from '@repairline/projections/testing/given-events';
import { changesOf } from './notices';

const told = (...events: IdentityEvent[]) => changesOf(events.map((event, index) => envelope(event, index + 1)));

const about = (userId: string, at: number) => ({ type: 'user_updated', context: 'identity', at, userId });
const signedIn = (userId: string): IdentityEvent => ({ type: 'UserSignedIn', data: { userId } });
const renamed: IdentityEvent = { type: 'UserRenamed', data: { userId: 'ada', name: 'Ada Park' } };

test('several changes of a user are announced once, at the newest position', () => {
  expect(told(signedIn('ada'), signedIn('ben'), signedIn('ada'))).toEqual([about('ada', 3), about('ben', 2)]);
});

test('a rename is announced as such, even together with other changes', () => {
  expect(told(renamed, signedIn('ada'), signedIn('ben'))).toEqual([
    { ...about('ada', 2), isRenamed: true },
    about('ben', 3),
  ]);
});

test('a change that no view shows is not announced', () => {
  expect(told({ type: 'UserSignedOut', data: { userId: 'ada' } })).toEqual([]);
});

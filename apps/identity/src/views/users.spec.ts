import type { IdentityEvent } from '@repairline/contracts/identity/events';
import { project } from '@repairline/projections/testing/given-events';
import { usersView } from './users';

const registered: IdentityEvent = {
  type: 'UserRegistered',
  data: { userId: 'ada', email: 'ada@school.example', name: null, role: 'Member' },
};
type ApiTokenType = 'ApiTokenCreated' | 'ApiTokenRevoked';
const about = (
  type: Exclude<IdentityEvent['type'], 'UserRegistered' | 'UserRegisteredAgain' | 'UserRenamed' | ApiTokenType>,
): IdentityEvent => ({
  type,
  data: { userId: 'ada' },
});
const row = (...events: IdentityEvent[]) =>
  project(usersView)
    .given(...events)
    .row('ada');

test('a newcomer is a pending Member without a name', () => {
  expect(row(registered)).toEqual({
    user_id: 'ada',
    email: 'ada@school.example',
    name: '',
    role: 'Member',
    approved: false,
    ever_approved: false,
    approved_position: null,
    denied_at: null,
    last_login_at: null,
    created_at: '2026-01-05T08:01:00.000Z',
    updated_at: '2026-01-05T08:01:00.000Z',
    position: 1,
  });
});

test('each approval has its own position', () => {
  expect(row(registered, about('UserApproved'))).toMatchObject({ approved: true, approved_position: 2 });
  const again = row(registered, about('UserApproved'), about('UserAccessRevoked'), about('UserApproved'));
  expect(again).toMatchObject({ approved: true, approved_position: 4 });
});

test('a revoked user is pending again and not denied', () => {
  const revoked = row(registered, about('UserApproved'), about('UserAccessRevoked'));
  expect(revoked).toMatchObject({ approved: false, approved_position: null, denied_at: null });
});

test('a denial shows its time until the next approval', () => {
  expect(row(registered, about('UserDenied'))).toMatchObject({ denied_at: '2026-01-05T08:02:00.000Z' });
  expect(row(registered, about('UserDenied'), about('UserApproved'))).toMatchObject({ denied_at: null });
});

test('roles and names update the account, a sign-in only the time of the last sign-in', () => {
  const renamed: IdentityEvent = { type: 'UserRenamed', data: { userId: 'ada', name: 'Ada' } };
  const events = [registered, about('UserPromoted'), renamed, about('UserSignedIn'), about('UserSignedOut')];
  expect(row(...events)).toMatchObject({
    role: 'Admin',
    name: 'Ada',
    last_login_at: '2026-01-05T08:04:00.000Z',
    updated_at: '2026-01-05T08:03:00.000Z',
    position: 3,
  });
  expect(row(registered, about('UserPromoted'), about('UserDemoted'))?.role).toBe('Member');
});

test('an account whose personal data is erased has neither email nor name', () => {
  const erased: IdentityEvent = { type: 'UserRegistered', data: { ...registered.data, email: null } };
  expect(row(erased)).toMatchObject({ email: '', name: '' });
});

test('a removed account is gone, and one made anew is a newcomer again', () => {
  const data = { userId: 'ada', email: 'ada@school.example', role: 'Member' } as const;
  expect(row(registered, about('UserDenied'), about('UserRemoved'))).toBeUndefined();
  expect(
    row(registered, about('UserDenied'), about('UserRemoved'), { type: 'UserRegisteredAgain', data }),
  ).toMatchObject({ email: 'ada@school.example', approved: false, denied_at: null, position: 4 });
});

test('whoever was approved once stays known as such', () => {
  const revoked = row(registered, about('UserApproved'), about('UserAccessRevoked'));
  expect(revoked).toMatchObject({ approved: false, ever_approved: true });
});

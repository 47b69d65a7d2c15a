import { deciderSpec } from '@repairline/event-store/testing/decider-spec';
import type { StaffEvent } from './staff';
import { staffDecider, type ChangeRole, type DecideOnUser } from './staff.decider';

const given = deciderSpec(staffDecider);
type AboutUser = Exclude<StaffEvent['type'], 'UserRegisteredAgain'>;
const event = (type: AboutUser, userId: string): StaffEvent => ({ type, data: { userId } });
const registeredAgain: StaffEvent = {
  type: 'UserRegisteredAgain',
  data: { userId: 'ada', email: 'ada@school.example', role: 'Member' },
};
const admin = (userId: string) => [event('UserApproved', userId), event('UserPromoted', userId)];
const decideOn = (userId: string, approved: boolean, by = 'admin'): DecideOnUser => ({
  type: 'DecideOnUser',
  userId,
  by,
  approved,
});
const giveRole = (userId: string, role: 'Admin' | 'Member', by = 'admin'): ChangeRole => ({
  type: 'ChangeRole',
  userId,
  by,
  role,
});

describe('approval', () => {
  test('a pending user is approved', () => {
    given(...admin('admin'))
      .when(decideOn('ada', true))
      .then(event('UserApproved', 'ada'));
  });

  test.each(['UserDenied', 'UserAccessRevoked'] as const)('after %s a user can be approved again', (past) => {
    given(...admin('admin'), event('UserApproved', 'ada'), event(past, 'ada'))
      .when(decideOn('ada', true))
      .then(event('UserApproved', 'ada'));
  });

  test('approving an approved user changes nothing', () => {
    given(...admin('admin'))
      .when(decideOn('admin', true))
      .thenNothing();
  });

  test('a pending user is denied', () => {
    given(...admin('admin'))
      .when(decideOn('ada', false))
      .then(event('UserDenied', 'ada'));
  });

  test('denying a denied user changes nothing', () => {
    given(...admin('admin'), event('UserDenied', 'ada'))
      .when(decideOn('ada', false))
      .thenNothing();
  });

  test('an approved user is revoked', () => {
    given(...admin('admin'), event('UserApproved', 'ada'))
      .when(decideOn('ada', false))
      .then(event('UserAccessRevoked', 'ada'));
  });

  test('a revoked user can also be denied', () => {
    given(...admin('admin'), event('UserApproved', 'ada'), event('UserAccessRevoked', 'ada'))
      .when(decideOn('ada', false))
      .then(event('UserDenied', 'ada'));
  });

  test('nobody can revoke their own access', () => {
    given(...admin('admin'), ...admin('ada'))
      .when(decideOn('admin', false))
      .thenError('own_account');
  });

  test('the access of the last approved Admin cannot be revoked by anybody', () => {
    given(...admin('admin'), ...admin('ada'), event('UserDemoted', 'ada'))
      .when(decideOn('admin', false, 'ada'))
      .thenError('last_admin');
  });
});

describe('roles', () => {
  test('an approved Member is promoted', () => {
    given(...admin('admin'), event('UserApproved', 'ada'))
      .when(giveRole('ada', 'Admin'))
      .then(event('UserPromoted', 'ada'));
  });

  test('an Admin is demoted if another one remains', () => {
    given(...admin('admin'), ...admin('ada'))
      .when(giveRole('ada', 'Member'))
      .then(event('UserDemoted', 'ada'));
  });

  test.each(['Admin', 'Member'] as const)('giving the role %s again changes nothing', (role) => {
    const history = role === 'Admin' ? admin('ada') : [event('UserApproved', 'ada')];
    given(...admin('admin'), ...history)
      .when(giveRole('ada', role))
      .thenNothing();
  });

  test.each(['Admin', 'Member'] as const)('an unapproved user cannot be made %s', (role) => {
    given(...admin('admin'))
      .when(giveRole('ada', role))
      .thenError('user_not_approved');
  });

  test('nobody can demote themselves', () => {
    given(...admin('admin'), ...admin('ada'))
      .when(giveRole('admin', 'Member'))
      .thenError('own_account');
  });

  test('the last approved Admin cannot be demoted, however many unapproved Admins there are', () => {
    given(...admin('admin'), ...admin('ada'), event('UserAccessRevoked', 'ada'))
      .when(giveRole('admin', 'Member', 'ada'))
      .thenError('last_admin');
  });

  test('a revoked Admin who is approved again is an Admin again', () => {
    given(...admin('admin'), ...admin('ada'), event('UserAccessRevoked', 'ada'), event('UserApproved', 'ada'))
      .when(giveRole('admin', 'Member', 'ada'))
      .then(event('UserDemoted', 'admin'));
  });
});

describe('an Admin who has lost access or role since the command was given', () => {
  test.each([decideOn('ada', true, 'ada'), decideOn('bob', true, 'ada'), decideOn('bob', false, 'ada')])(
    'changes nobody’s access, not even their own: %j',
    (command) => {
      given(...admin('admin'), ...admin('ada'), event('UserAccessRevoked', 'ada'))
        .when(command)
        .thenError('admin_only');
    },
  );

  test.each(['ada', 'bob'])('promotes nobody, not even themselves: %s', (whom) => {
    given(...admin('admin'), ...admin('ada'), event('UserDemoted', 'ada'), event('UserApproved', 'bob'))
      .when(giveRole(whom, 'Admin', 'ada'))
      .thenError('admin_only');
  });
});

describe('the first Admin', () => {
  const appoint = { type: 'AppointFirstAdmin', userId: 'admin' } as const;

  test('is approved and promoted if there is no Admin yet', () => {
    given(event('UserDenied', 'ada'))
      .when(appoint)
      .then(...admin('admin'));
  });

  test('is not appointed if there is an Admin', () => {
    given(...admin('ada'))
      .when(appoint)
      .thenNothing();
  });
});

describe('removing an account', () => {
  const remove = (userId: string) => ({ type: 'RemoveUser', userId, by: 'admin' }) as const;
  const returns = { type: 'RegisterAgain', userId: 'ada', email: 'ada@school.example' } as const;

  test.each([[[]], [[event('UserDenied', 'ada')]], [[event('UserRemoved', 'ada'), registeredAgain]]])(
    'works while nobody has ever approved it: after %j',
    (past) => {
      given(...admin('admin'), ...past)
        .when(remove('ada'))
        .then(event('UserRemoved', 'ada'));
    },
  );

  test('is refused once it has been approved, since its name stands in the history', () => {
    const past = [event('UserApproved', 'ada'), event('UserAccessRevoked', 'ada')];
    for (const events of [past.slice(0, 1), past]) {
      given(...admin('admin'), ...events)
        .when(remove('ada'))
        .thenError('user_not_pending');
    }
  });

  test('a removed account can be neither approved nor denied, until its owner has made it anew', () => {
    const removed = [...admin('admin'), event('UserRemoved', 'ada')];
    for (const approved of [true, false]) {
      given(...removed)
        .when(decideOn('ada', approved))
        .thenError('user_not_found');
    }
    given(...removed)
      .when(returns)
      .then(registeredAgain);
    given(...removed, registeredAgain)
      .when(decideOn('ada', true))
      .then(event('UserApproved', 'ada'));
  });

  test('only an account that was removed is made anew', () => {
    given(...admin('admin'))
      .when(returns)
      .thenNothing();
  });
});

describe('a role does not outlive a revocation', () => {
  test('an Admin who loses access loses the role with it', () => {
    given(...admin('admin'), ...admin('ada'))
      .when(decideOn('ada', false))
      .then(event('UserDemoted', 'ada'), event('UserAccessRevoked', 'ada'));
  });

  test('who was revoked as an Admin before comes back as a Member', () => {
    given(...admin('admin'), ...admin('ada'), event('UserAccessRevoked', 'ada'))
      .when(decideOn('ada', true))
      .then(event('UserDemoted', 'ada'), event('UserApproved', 'ada'));
  });
});

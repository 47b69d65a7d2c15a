import { deciderSpec } from '@repairline/event-store/testing/decider-spec';
import type { UserEvent } from './user';
import { userDecider, type RenameUser } from './user.decider';

const given = deciderSpec(userDecider);
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { userId: 'ada', email: 'ada@school.example', name: null, role: 'Member' },
};
const rename = (name: string, readsAsAnothersEmail = false): RenameUser => ({
  type: 'RenameUser',
  userId: 'ada',
  name,
  readsAsAnothersEmail,
});

describe('registering', () => {
  const register = { type: 'RegisterUser', userId: 'ada', email: 'ada@school.example' } as const;

  test('an unknown address becomes a Member without a name', () => given().when(register).then(registered));
  test('registering a known address changes nothing', () => given(registered).when(register).thenNothing());
});

describe('renaming', () => {
  test('a user gets a name', () => {
    given(registered)
      .when(rename('Ada Lovelace'))
      .then({ type: 'UserRenamed', data: { userId: 'ada', name: 'Ada Lovelace' } });
  });

  test('renaming to the current name changes nothing', () => {
    const named: UserEvent = { type: 'UserRenamed', data: { userId: 'ada', name: 'Ada' } };
    given(registered, named).when(rename('Ada')).thenNothing();
  });

  test("a name cannot be somebody else's email", () => {
    given(registered).when(rename('bob@school.example', true)).thenError('name_is_an_email');
  });

  test('a name that others have given since is replaced only by somebody who has seen it', () => {
    const named: UserEvent = { type: 'UserRenamed', data: { userId: 'ada', name: 'Ada' } };
    given(registered, named)
      .when({ ...rename('Ada L'), expected: '' })
      .thenError('changed_meanwhile');
    given(registered, named)
      .when({ ...rename('Ada'), expected: '' })
      .thenNothing();
    for (const [history, expected] of [
      [[registered], ''],
      [[registered, named], 'Ada'],
    ] as const)
      given(...history)
        .when({ ...rename('Ada L'), expected })
        .then({ type: 'UserRenamed', data: { userId: 'ada', name: 'Ada L' } });
  });

  test('an unknown user cannot be renamed', () => given().when(rename('Ada')).thenError('user_not_found'));
});

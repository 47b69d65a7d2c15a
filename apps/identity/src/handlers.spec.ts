import * as calls from '@repairline/contracts/identity/calls';
import { unanswered } from '@repairline/messaging/testing/unanswered';
import { handlers } from './handlers';

test('every call that the contracts declare is answered', () => {
  expect(unanswered(calls, handlers({ deps: {}, pool: {} } as never))).toEqual([]);
});

import { mainLooks } from '../support/views/groups';
import { test } from '../support/views/view-journey';
import { expectNoBarriers } from './no-barriers';

test.describe.configure({ mode: 'parallel' });

for (const { group, looks } of mainLooks) {
  test(`${group} is accessible in both themes, at 200 % and 400 % zoom, and on a phone`, ({ lookAt }) =>
    expectNoBarriers(lookAt, looks));
}

import { otherLooks } from '../support/views/groups';
import { test } from '../support/views/view-journey';
import { expectNoBarriers } from './no-barriers';

test.describe.configure({ mode: 'parallel' });

for (const { group, looks } of otherLooks) {
  test(`${group} is accessible in its other states and to its other viewers`, ({ lookAt }) =>
    expectNoBarriers(lookAt, looks));
}

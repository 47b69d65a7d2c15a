import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition holds; the test's time limit ends a wait in vain. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(5);
}

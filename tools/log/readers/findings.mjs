import { setTimeout as pause } from 'node:timers/promises';
import { failureWords } from '../words.mjs';

const PATIENCE_MS = 10_000;

/** What a comparison finds, `{ service, text }` each. A failed one is a finding too, and the others go on. */
export async function attempt(service, what, find, signal) {
  try {
    return (await find()) ?? [];
  } catch (error) {
    if (signal?.aborted) throw error;
    return [{ service, text: failureWords(service, what, error) }];
  }
}

/** What is still found after a while: while people work, what follows a log is on its way. */
export async function lasting(find) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await find();
    if (found.length === 0 || Date.now() > deadline) return found;
    await pause(250);
  }
}

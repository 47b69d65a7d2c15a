import type { LiveMessage } from '@repairline/contracts/live';

/** How far this browser has heard each context's changes, so that after a break it can ask for the rest. */
export function trackPositions() {
  const positions: Record<string, number> = {};
  let greeted = false;
  return {
    hear(message: LiveMessage) {
      if (message.type !== 'hello') {
        positions[message.context] = Math.max(positions[message.context] ?? 0, message.at);
        return;
      }
      // After a resume the missed changes are still to come; each moves the position when it is here.
      if (!greeted || message.refetch) Object.assign(positions, message.positions);
      greeted = true;
    },
    /** The first message of a socket that follows another; nothing before the first greeting. */
    resume: () => (greeted ? JSON.stringify({ type: 'resume', positions }) : undefined),
  };
}

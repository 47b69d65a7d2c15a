import type { LiveMessage } from '@repairline/contracts/live';

/**
 * The position up to which this browser has heard each context's changes, so that after a break it can request the
 * rest.
 */
export function trackPositions() {
  const positions: Record<string, number> = {};
  let greeted = false;
  return {
    /** @returns the message as it applies to this browser */
    hear(message: LiveMessage): LiveMessage {
      if (message.type === 'unplaced') return message;
      if (message.type !== 'hello') {
        positions[message.context] = Math.max(positions[message.context] ?? 0, message.at);
        return message;
      }
      // Greeted first by a gateway that knew no positions, this browser has none to resume from.
      const refetch = message.refetch || (greeted && Object.keys(positions).length === 0);
      // After a resume, the missed changes are still to come; each one moves the position when it arrives.
      if (!greeted || refetch) Object.assign(positions, message.positions);
      greeted = true;
      return { ...message, refetch };
    },
    /** The first message of a socket that replaces another; undefined before the first greeting. */
    resume: () => (greeted ? JSON.stringify({ type: 'resume', positions }) : undefined),
  };
}

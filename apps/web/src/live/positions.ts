import type { LiveMessage } from '@repairline/contracts/live';

/** How far this browser has heard each context's changes, so that after a break it can ask for the rest. */
export function trackPositions() {
  const positions: Record<string, number> = {};
  let greeted = false;
  return {
    /** @returns the message as it is for this browser */
    hear(message: LiveMessage): LiveMessage {
      if (message.type !== 'hello') {
        positions[message.context] = Math.max(positions[message.context] ?? 0, message.at);
        return message;
      }
      // Greeted by a gateway that knew of nothing yet, it had no position to ask for the rest from.
      const refetch = message.refetch || (greeted && Object.keys(positions).length === 0);
      // After a resume the missed changes are still to come; each moves the position when it is here.
      if (!greeted || refetch) Object.assign(positions, message.positions);
      greeted = true;
      return { ...message, refetch };
    },
    /** The first message of a socket that follows another; nothing before the first greeting. */
    resume: () => (greeted ? JSON.stringify({ type: 'resume', positions }) : undefined),
  };
}

import type { CallOutput, ParsedInput } from '@repairline/contracts/call';
import { ChangesSince, type ChangeNotice } from '@repairline/contracts/live';

export const AnalyticsChangesSince = ChangesSince('analytics');

/** The shortest time between two notices that ask screens to refetch the figures. */
const PAUSE_MS = 250;

interface Stretch {
  after: number;
  upTo: number;
}

export interface Announcer {
  moved(stretch: Stretch): void;
  /** Announces that figures up to the same position may have changed. */
  recounted(): void;
  stop(): void;
}

/** Announces positions in repairs' log that the figures have reached; several in quick succession share a notice. */
export function createAnnouncer(tell: (notice: ChangeNotice) => void, pauseMs = PAUSE_MS): Announcer {
  let untold: Stretch | undefined;
  let pause: NodeJS.Timeout | undefined;
  const flush = () => {
    pause = undefined;
    if (!untold) return;
    tell({ context: 'analytics', ...untold, changes: [changeAt(untold.upTo)] });
    untold = undefined;
    pause = setTimeout(flush, pauseMs);
  };
  return {
    moved({ after, upTo }) {
      untold = { after: untold?.after ?? after, upTo };
      if (!pause) flush();
    },
    recounted() {
      tell({ context: 'analytics', after: 0, upTo: 0, changes: [changeAt(0)], isAside: true });
    },
    stop() {
      clearTimeout(pause);
      pause = undefined;
      untold = undefined;
    },
  };
}

/** For a browser or gateway that was disconnected: one refetch shows whatever it missed. `upTo` is what is counted. */
export function changesSince(
  upTo: number,
  { after }: ParsedInput<typeof AnalyticsChangesSince>,
): CallOutput<typeof AnalyticsChangesSince> {
  return { changes: upTo > after ? [changeAt(upTo)] : [], upTo, complete: upTo >= after };
}

function changeAt(at: number) {
  return { type: 'analytics_updated', context: 'analytics', at } as const;
}

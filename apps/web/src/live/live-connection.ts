import { type LiveMessage, liveMessage } from '@repairline/contracts/live';
import { pauseBeforeRetry } from './retries';

export interface LiveEvents {
  onMessage: (message: LiveMessage) => void;
  onOpen: () => void;
  /** The connection is gone; another attempt follows. */
  onLost: () => void;
  /** Still no connection: all that is shown has to be read again, and `note` says so to the person. */
  onPoll: (note: string) => void;
}

const NOTE = 'Reconnecting… Until live updates are back, this page looks for changes several times a minute.';

const FIRST_RETRY_MS = 500;
/**
 * The server sends something every 25 seconds; a socket silent for longer than this is dead, whatever its state says.
 */
const SILENCE_MS = 60_000;
/** When the network or the page is back, a socket is replaced that said nothing for this long, two of those messages. */
const DOUBTFUL_MS = 50_000;
/** So is one that is still being opened after this long: it may have been asked for before the network was there. */
const OPENING_MS = 1_000;
/** How long a socket may take to open: some proxies let it hang. */
const LONGEST_OPENING_MS = 15_000;
/** The longest time between two looks for changes while there is no connection. */
const POLL_MS = 15_000;
/** How often the clock is checked: timers do not count the time a computer sleeps. */
const LOOK_MS = 1_000;

/**
 * Keeps one socket to `url`, which reconnects after every break and reports the positions it had reached. Returns a
 * function that ends it.
 */
export function connectLive(url: string, events: LiveEvents): () => void {
  const positions = trackPositions();
  let socket: OpenSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let poll: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const open = () => {
    clearTimeout(retry);
    if (socket) return;
    socket = openSocket(url, { greeting: positions.resume, onText, onGone });
    waitToPoll();
  };

  /** One timer for everything on the screen, so that no part of it is newer than another. */
  const waitToPoll = () => {
    poll ??= setTimeout(
      () => {
        poll = undefined;
        if (!document.hidden) events.onPoll(NOTE);
        waitToPoll();
      },
      pauseBeforeRetry(POLL_MS, 0),
    );
  };

  const onText = (text: unknown) => {
    const read = readMessage(text);
    if (!read) return;
    const message = positions.hear(read);
    if (message.type === 'hello') {
      failures = 0;
      clearTimeout(poll);
      poll = undefined;
      events.onOpen();
    }
    events.onMessage(message);
  };

  const onGone = () => {
    if (!socket) return;
    socket.close();
    socket = undefined;
    events.onLost();
    retry = setTimeout(open, pauseBeforeRetry(FIRST_RETRY_MS, failures));
    failures += 1;
    waitToPoll();
  };

  const onBack = () => {
    if (socket?.isDoubtful()) onGone();
    // Those of before say nothing about the network that is there now.
    failures = 0;
    open();
  };

  const stopWatching = watchNetwork({ onBack, onGone });
  open();
  return () => {
    stopWatching();
    clearTimeout(retry);
    clearTimeout(poll);
    socket?.close();
  };
}

interface SocketEvents {
  /** The first message to send, if any. */
  greeting: () => string | undefined;
  onText: (text: unknown) => void;
  onGone: () => void;
}

interface OpenSocket {
  close: () => void;
  isDoubtful: () => boolean;
}

function openSocket(url: string, { greeting, onText, onGone }: SocketEvents): OpenSocket {
  const socket = new WebSocket(url);
  let heardAt = Date.now();
  let isHeard = false;
  let closed = false;
  const isSilent = (opening: number, silence: number) => Date.now() - heardAt >= (isHeard ? silence : opening);
  const look = setInterval(() => {
    if (isSilent(LONGEST_OPENING_MS, SILENCE_MS)) onGone();
  }, LOOK_MS);
  socket.onopen = () => {
    const first = greeting();
    if (first) socket.send(first);
  };
  socket.onmessage = ({ data }) => {
    if (closed) return;
    heardAt = Date.now();
    isHeard = true;
    onText(data);
  };
  socket.onclose = () => {
    if (!closed) onGone();
  };
  return {
    close: () => {
      closed = true;
      clearInterval(look);
      socket.close();
    },
    isDoubtful: () => isSilent(OPENING_MS, DOUBTFUL_MS),
  };
}

/** The browser often knows before the socket that the network is gone or back. */
function watchNetwork({ onBack, onGone }: { onBack: () => void; onGone: () => void }): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') onBack();
  };
  addEventListener('online', onBack);
  addEventListener('offline', onGone);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    removeEventListener('online', onBack);
    removeEventListener('offline', onGone);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Returns undefined for unknown types, pings among them. */
export function readMessage(data: unknown): LiveMessage | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const parsed = liveMessage.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : undefined;
  } catch (problem) {
    console.error('A live message could not be read', problem);
    return undefined;
  }
}

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

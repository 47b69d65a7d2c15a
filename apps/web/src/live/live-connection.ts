import { liveMessage, type LiveMessage } from '@repairline/contracts/live';
import { pauseBeforeRetry } from './pause-before-retry';
import { trackPositions } from './positions';

export interface LiveEvents {
  onMessage: (message: LiveMessage) => void;
  onOpen: () => void;
  /** The connection is gone; another attempt follows. */
  onLost: () => void;
}

const FIRST_RETRY_MS = 500;
/**
 * The server sends something every 25 seconds; a socket silent for longer than this is dead, whatever its state says.
 */
const SILENCE_MS = 60_000;
/** How often the clock is checked: timers do not count the time a computer sleeps. */
const LOOK_MS = 1_000;

/**
 * Keeps one socket to `url`, which reconnects after every break and reports the positions it had reached. Returns a
 * function that ends it.
 */
export function connectLive(url: string, events: LiveEvents): () => void {
  const positions = trackPositions();
  let close: (() => void) | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const open = () => {
    clearTimeout(retry);
    close ??= openSocket(url, { greeting: positions.resume, onText, onGone });
  };

  const onText = (text: unknown) => {
    const read = readMessage(text);
    if (!read) return;
    const message = positions.hear(read);
    if (message.type === 'hello') {
      failures = 0;
      events.onOpen();
    }
    events.onMessage(message);
  };

  const onGone = () => {
    if (!close) return;
    close();
    close = undefined;
    events.onLost();
    retry = setTimeout(open, pauseBeforeRetry(FIRST_RETRY_MS, failures));
    failures += 1;
  };

  const stopWatching = watchNetwork({ onBack: open, onGone });
  open();
  return () => {
    stopWatching();
    clearTimeout(retry);
    close?.();
  };
}

interface SocketEvents {
  /** The first message to send, if any. */
  greeting: () => string | undefined;
  onText: (text: unknown) => void;
  onGone: () => void;
}

function openSocket(url: string, { greeting, onText, onGone }: SocketEvents): () => void {
  const socket = new WebSocket(url);
  let heardAt = Date.now();
  let closed = false;
  const look = setInterval(() => {
    if (Date.now() - heardAt >= SILENCE_MS) onGone();
  }, LOOK_MS);
  socket.onopen = () => {
    const first = greeting();
    if (first) socket.send(first);
  };
  socket.onmessage = ({ data }) => {
    if (closed) return;
    heardAt = Date.now();
    onText(data);
  };
  socket.onclose = () => {
    if (!closed) onGone();
  };
  return () => {
    closed = true;
    clearInterval(look);
    socket.close();
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

import { liveMessage, type LiveMessage } from '@repairline/contracts/live';

export interface LiveEvents {
  onMessage: (message: LiveMessage) => void;
  onOpen: () => void;
  /** The connection is gone; another attempt follows. */
  onLost: () => void;
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;
/** The server speaks every 25 seconds; a socket silent for longer than this is dead, whatever it claims. */
const SILENCE_MS = 60_000;

/** One socket to `url` that comes back after every break and says which positions it had reached. Answers its end. */
export function connectLive(url: string, events: LiveEvents): () => void {
  const positions: Record<string, number> = {};
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let greeted = false;

  const open = () => {
    clearTimeout(retry);
    if (socket) return;
    const mine = new WebSocket(url);
    socket = mine;
    mine.onopen = () => {
      if (greeted) mine.send(JSON.stringify({ type: 'resume', positions }));
      listenForSilence();
    };
    mine.onmessage = ({ data }) => {
      listenForSilence();
      const message = readMessage(data);
      if (message) hear(message);
    };
    mine.onclose = () => {
      if (socket === mine) drop();
    };
  };

  const hear = (message: LiveMessage) => {
    if (message.type === 'hello') {
      failures = 0;
      // After a resume the missed changes are still to come; each moves the position when it is here.
      if (!greeted || message.refetch) Object.assign(positions, message.positions);
      greeted = true;
      events.onOpen();
    } else {
      positions[message.context] = Math.max(positions[message.context] ?? 0, message.at);
    }
    events.onMessage(message);
  };

  const drop = () => {
    detach();
    events.onLost();
    const longest = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
    failures += 1;
    retry = setTimeout(open, longest * (0.5 + Math.random() / 2));
  };

  const detach = () => {
    clearTimeout(silence);
    const gone = socket;
    socket = undefined;
    gone?.close();
  };

  const listenForSilence = () => {
    clearTimeout(silence);
    silence = setTimeout(drop, SILENCE_MS);
  };

  const onOffline = () => {
    if (socket) drop();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') open();
  };

  addEventListener('online', open);
  addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisible);
  open();
  return () => {
    removeEventListener('online', open);
    removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onVisible);
    clearTimeout(retry);
    detach();
  };
}

/** Unknown types, pings among them, are nothing to this browser. */
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

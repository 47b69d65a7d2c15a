import { DomainError } from '@repairline/contracts/domain-error';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { listen } from '@repairline/event-store/postgres/log-listener';
import type { ProjectionOptions } from '../building/build-missing-views';
import { readCheckpoints, type Checkpoint } from './checkpoints';

const LOOK_AGAIN_MS = 250;

/** The positions of this service's views, whichever replica projects them. */
export interface ViewPositions {
  /** The position that every live view has reached. */
  current(): number;
  reached(position: number, timeoutMs?: number): Promise<void>;
  shows(view: string, position: number): Promise<void>;
  /** Reports what this process has just projected, so its waiting calls need not hear of it from the database. */
  raise(position: number): void;
  stop(): Promise<void>;
}

export const viewsChannel = (schema: string): string => `${schema}_views`;

/**
 * Follows the checkpoints by notification, and by polling while somebody waits. Nothing waits for stopped views, even
 * if all are stopped, nor for tables of an earlier version, which stay if a later one cannot take in an event. Views
 * without a table do hold up waiting.
 */
export async function followPositions<E extends AnyEvent>({
  pool,
  databaseUrl,
  views,
  store,
}: Pick<ProjectionOptions<E>, 'pool' | 'databaseUrl' | 'views' | 'store'>): Promise<ViewPositions> {
  let known = 0;
  const waiters = new Set<{ position: number; resolve: () => void }>();
  const raise = (position: number) => {
    known = Math.max(known, position);
    for (const waiter of waiters) if (waiter.position <= known) waiter.resolve();
  };
  const look = async () => {
    const checkpoints = await readCheckpoints(pool);
    if (views.some(({ name }) => !checkpoints.some(({ view }) => view === name))) return;
    const own = checkpoints.filter(({ view, version }) =>
      views.some((known) => known.name === view && known.version <= version),
    );
    const live = own.filter(({ state }) => state === 'live');
    if (live.length > 0) raise(Math.min(...live.map(({ position }) => position)));
    else if (own.length === views.length) raise(await store.head().catch(() => 0));
  };
  await look();
  const glance = () => void look().catch(() => undefined);
  const listener = listen(
    databaseUrl,
    (schema) => [viewsChannel(schema)],
    (_, payload) => raise(Number(payload)),
    { onConnected: glance },
  );
  const reached = async (position: number, timeoutMs = 2_000) => {
    if (position <= known) return;
    let looking: NodeJS.Timeout | undefined;
    let patience: NodeJS.Timeout | undefined;
    let resolve = () => undefined as void;
    const arrival = new Promise<void>((done, fail) => {
      resolve = done;
      looking = setInterval(glance, LOOK_AGAIN_MS);
      patience = setTimeout(() => fail(viewsBehind()), timeoutMs);
    });
    const waiter = { position, resolve };
    waiters.add(waiter);
    await arrival.finally(() => {
      clearInterval(looking);
      clearTimeout(patience);
      waiters.delete(waiter);
    });
  };
  return {
    current: () => known,
    raise,
    reached,
    async shows(view, position) {
      await reached(position);
      await requireShown(pool, view, position);
    },
    stop: () => listener.stop(),
  };
}

type Shown = Pick<Checkpoint, 'position' | 'state'>;

async function requireShown(pool: ProjectionOptions<AnyEvent>['pool'], view: string, position: number): Promise<void> {
  const text = 'select position, state from view_checkpoints where view = $1';
  const { rows } = await pool.query<Shown>({ name: 'checkpoint_of_view', text, values: [view] });
  const [shown] = rows;
  if (position <= (shown?.position ?? 0)) return;
  throw shown?.state === 'stopped' ? viewStopped() : viewsBehind();
}

/** What was recorded is not shown until somebody has decided about the event that the view has stopped before. */
function viewStopped(): DomainError {
  return new DomainError({
    code: 'views_behind',
    message:
      'Your change is saved, so please do not enter it again. But the list has stopped and does not show it; please tell an Admin.',
  });
}

/** What was recorded is not shown yet; asking again may succeed. */
export function viewsBehind(): DomainError {
  return new DomainError({
    code: 'views_behind',
    message: 'Your change is saved, but the lists are still catching up. They will show it shortly.',
  });
}

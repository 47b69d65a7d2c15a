import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Analytics } from '@repairline/contracts/analytics/views';
import type { CallContext } from '@repairline/contracts/call';
import { dayAround } from '@repairline/contracts/calendar';
import { DomainError } from '@repairline/contracts/domain-error';
import type { CallClient } from '@repairline/messaging/call-client';
import { readPosition } from '@repairline/messaging/consumed-position';
import { requireAdmin, systemContext } from '@repairline/messaging/context';
import { ReplayEvents } from '@repairline/messaging/replay';
import { SOURCE } from '../read-model';
import { readFigures } from '../views/figures';
import type { Database } from '../views/tables';

/** What queries read. */
export interface ReadingRoom {
  db: Database;
  pool: Pool;
  /** Repairs, for how far its log has come. */
  calls: Pick<CallClient, 'call'>;
  timeZone: string;
  now: () => Date;
}

const PATIENCE_MS = 2_000;
const LOOK_AGAIN_MS = 20;

export async function getAnalytics(room: ReadingRoom, context: CallContext): Promise<Analytics> {
  requireAdmin(context);
  await caughtUp(room);
  return readFigures(room.db, dayAround(room.timeZone, room.now())).catch((error: unknown) => {
    throw isOfOlderTables(error) ? new DomainError({ code: 'views_behind', message: REBUILT }) : error;
  });
}

const REBUILT = 'The figures are being counted anew and will show shortly.';

/** SQLSTATE undefined_column, undefined_table: this version's tables are still being built, and the old ones differ. */
function isOfOlderTables(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42703' || error.code === '42P01');
}

/**
 * Waits until what repairs has recorded by now shows here, so that whoever has just completed a repair finds it counted.
 * Figures a little late are better than none: after the wait, and while repairs is away, they are answered as they are.
 */
async function caughtUp({ pool, calls }: ReadingRoom): Promise<void> {
  const after = await readPosition(pool, SOURCE);
  const missing = calls.call(ReplayEvents(SOURCE), { after }, systemContext(), { timeoutMs: 1_000 });
  const last = await missing.then(({ events }) => events.at(-1)).catch(() => undefined);
  if (!last) return;
  const deadline = performance.now() + PATIENCE_MS;
  while ((await readPosition(pool, SOURCE)) < Number(last.position) && performance.now() < deadline) {
    await delay(LOOK_AGAIN_MS);
  }
}

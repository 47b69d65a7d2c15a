import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import { DomainError, type DomainErrorPayload } from '@repairline/contracts/domain-error';
import { bulkRow, numberOfRow } from '@repairline/contracts/repairs/bulk-row';
import { TakeInDevices } from '@repairline/contracts/repairs/calls';
import { type BulkResult, intake } from '@repairline/contracts/repairs/requests';
import { assetNumberKey } from '@repairline/contracts/texts/text';
import { UnreadableEvent } from '@repairline/event-store/unreadable-event';
import { unreadable } from '@repairline/messaging/calls/serve-calls';
import { commandId, recordedBy, requireActor } from '@repairline/messaging/context';
import type { Logger } from '@repairline/service-kit/logger';
import { derivedId } from './derived-id';
import { intakeOf, type CommandDeps } from './device-commands';
import { mapConcurrently } from './map-concurrently';
import type { People } from './people';
import { DeviceAlreadyInRepairError, takeIn } from './take-in';

/** Enough rows for group commit, few enough to let other commands through. */
const AT_ONCE = 50;
const PATIENCE_MS = 10_000;

type RowResult = BulkResult['results'][number];

/**
 * Each row is a command of its own. Its id is derived from the batch's, so a repeated import finds what it made. All
 * are dated at one moment, so that lists keep the devices in the order of their numbers.
 */
export async function takeInDevices(
  deps: CommandDeps,
  { common, devices, firstRow }: ParsedInput<typeof TakeInDevices>,
  context: CallContext,
): Promise<CallOutput<typeof TakeInDevices>> {
  const caller = requireActor(context);
  await deps.people.ensureKnown(caller);
  const batchId = commandId(context);
  const { correlationId, actor } = recordedBy(context);
  const moment = deps.rules.now();
  const rules = { ...deps.rules, now: () => moment };
  const rowDeps = { ...deps, rules, people: cachingAssignees(deps.people) };
  let position = 0;

  const takeInRow = async (row: unknown, index: number): Promise<RowResult> => {
    const barcodeNumber = numberOfRow(row);
    const parsed = intake.safeParse(bulkRow(common, row));
    if (!parsed.success) return refused(barcodeNumber, parsed.error.issues[0]?.message ?? 'Invalid input');
    const rowId = derivedId(batchId, `row ${firstRow + index}`);
    const firstEntry = { logId: derivedId(rowId, 'log'), callerId: caller.userId };
    try {
      const { barcodeNumber: assetNumber, ...fields } = parsed.data;
      const rowIntake = { ...(await intakeOf(rowDeps, { ...fields, assetNumber }, caller)), firstEntry };
      const appending = { commandId: rowId, correlationId, actor, batchId };
      const taken = await takeIn(rowDeps.store, rowIntake, appending, rowDeps.rules);
      position = Math.max(position, taken.position);
      return { barcodeNumber, ok: true };
    } catch (error) {
      return refused(barcodeNumber, refusalIn(error, deps.logger).message);
    }
  };

  const results = await mapConcurrently(devices, AT_ONCE, (row) => assetNumberKey(numberOfRow(row)), takeInRow);
  await deps.views.reached(position, PATIENCE_MS);
  return { results };
}

function refused(barcodeNumber: string, message: string): RowResult {
  return { barcodeNumber, ok: false, message };
}

/**
 * An event that cannot be read concerns the row whose device or number it is about. Any other error that is no refusal
 * concerns all rows and ends the call, which may be repeated.
 */
function refusalIn(error: unknown, logger: Logger): Pick<DomainErrorPayload, 'message'> {
  if (error instanceof DeviceAlreadyInRepairError) return error.refusal;
  if (error instanceof DomainError) return error;
  if (error instanceof UnreadableEvent) return unreadable(error, TakeInDevices.subject, logger);
  throw error;
}

/** Looks each assignee up once: thousands of rows name a handful of people. */
function cachingAssignees(people: People): People {
  const answers = new Map<string, ReturnType<People['assignee']>>();
  return {
    ...people,
    assignee(typed, caller) {
      if (!typed) return people.assignee(typed, caller);
      const known = answers.get(typed) ?? people.assignee(typed, caller);
      answers.set(typed, known);
      return known;
    },
  };
}

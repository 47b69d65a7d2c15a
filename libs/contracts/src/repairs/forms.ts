import type { z } from 'zod';
import type { Call, CallInput } from '../call';
import type { DeviceTarget } from '../http/endpoint';
import { AssignDevice, CompleteRepair, CorrectDevice, LogEntry, StartWork } from './calls';
import type { DeviceChangesBody, RepairEntry } from './requests';
import type { device, repairLog } from './views';

/** A command with its input, as arguments of a call. */
type Asked<Answer extends z.ZodType> = [call: Call<z.ZodType, Answer>, input: unknown];

/** The command that `PATCH /api/devices/{barcode}` stands for. */
export function changeOf(target: DeviceTarget, body: DeviceChangesBody): Asked<typeof device> {
  const { barcodeNumber, status, expected, ...given } = body;
  const facts = { ...given, ...(barcodeNumber !== undefined && { assetNumber: barcodeNumber }) };
  if (status === 'IN_PROGRESS') return asked(StartWork, { ...target, facts, expected });
  const { assignedTo, ...others } = facts;
  const isAssignment = assignedTo !== undefined && status === undefined && Object.keys(others).length === 0;
  if (isAssignment) return asked(AssignDevice, { ...target, assignedTo, expected });
  return asked(CorrectDevice, { ...target, facts, expected, status });
}

/** The command that `POST /api/devices/{barcode}/logs` stands for. */
export function entryOf(target: DeviceTarget, body: RepairEntry): Asked<typeof repairLog> {
  const { issue, completed, issueAsLogged: _, ...said } = body;
  if (!completed) return asked(LogEntry, { ...target, ...said, issue: issue ?? '' });
  return asked(CompleteRepair, { ...target, ...said, issue: issue || null });
}

function asked<C extends Call>(call: C, input: CallInput<C>): [C, CallInput<C>] {
  return [call, input];
}

import type { z } from 'zod';
import type { Call, CallInput } from '../call';
import type { DeviceTarget } from '../http/endpoint';
import { AssignDevice, CompleteRepair, CorrectDevice, LogEntry, StartWork } from './calls';
import type { DeviceChangesBody, RepairEntry } from './requests';
import type { device, repairLog } from './views';

/** A command with its input, as arguments of a call. */
type Request<Answer extends z.ZodType> = [call: Call<z.ZodType, Answer>, input: unknown];

/** The command that `PATCH /api/devices/{barcode}` stands for. */
export function changeOf(target: DeviceTarget, body: DeviceChangesBody): Request<typeof device> {
  const { barcodeNumber, status, expected, ...fields } = body;
  const facts = { ...fields, ...(barcodeNumber !== undefined && { assetNumber: barcodeNumber }) };
  if (status === 'IN_PROGRESS') return request(StartWork, { ...target, facts, expected });
  const { assignedTo, ...besides } = facts;
  const isAssignment = assignedTo !== undefined && status === undefined && Object.keys(besides).length === 0;
  if (isAssignment) return request(AssignDevice, { ...target, assignedTo, expected });
  return request(CorrectDevice, { ...target, facts, expected, status });
}

/** The command that `POST /api/devices/{barcode}/logs` stands for. */
export function entryOf(target: DeviceTarget, body: RepairEntry): Request<typeof repairLog> {
  const { issue, completed, issueAsLogged: _, ...entry } = body;
  if (!completed) return request(LogEntry, { ...target, ...entry, issue: issue ?? '' });
  return request(CompleteRepair, { ...target, ...entry, issue: issue || null });
}

function request<C extends Call>(call: C, input: CallInput<C>): [C, CallInput<C>] {
  return [call, input];
}

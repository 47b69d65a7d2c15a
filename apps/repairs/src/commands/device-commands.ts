import type { Actor, CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { School } from '@repairline/contracts/district';
import { DomainError } from '@repairline/contracts/domain-error';
import * as calls from '@repairline/contracts/repairs/calls';
import type { Device } from '@repairline/contracts/repairs/views';
import { answer, type CallHandler } from '@repairline/messaging/calls/serve-calls';
import { commandId, recordedBy, requireActor, requireAdmin } from '@repairline/messaging/context';
import type { Views } from '@repairline/projections/following/run-views';
import { viewsBehind } from '@repairline/projections/following/view-positions';
import type { Logger } from '@repairline/service-kit/logger';
import type { CompleteRepair, DeviceCommand, GivenFacts } from '../domain/device.decider';
import { deviceList } from '../views/device-list';
import { getDeviceById } from '../views/devices-by-key';
import { getRepairLog, repairLogs } from '../views/repair-logs';
import type { Database } from '../views/tables';
import type { ClaimRules } from './asset-number-claims';
import { changeDevice as change, type Target } from './change';
import { derivedId } from './derived-id';
import type { RepairsStore } from './device-stream';
import type { People } from './people';
import { knownSchool } from './schools';
import { DeviceAlreadyInRepairError, takeIn, type Intake } from './take-in';

/** What commands depend on. */
export interface CommandDeps {
  store: RepairsStore;
  views: Pick<Views, 'reached' | 'shows'>;
  db: Database;
  people: People;
  schools: readonly School[];
  rules: ClaimRules;
  logger: Logger;
}

/** Every command on one device. */
export const deviceCommands = (deps: CommandDeps): CallHandler[] => [
  answer(calls.TakeInDevice, (input, context) => takeInDevice(deps, input, context)),
  answer(calls.StartWork, (input, context) => startWork(deps, input, context)),
  answer(calls.CorrectDevice, (input, context) => correctDevice(deps, input, context)),
  answer(calls.AssignDevice, (input, context) => assignDevice(deps, input, context)),
  answer(calls.LogEntry, (input, context) => logEntry(deps, input, context)),
  answer(calls.CompleteRepair, (input, context) => completeRepair(deps, input, context)),
  answer(calls.ScrapDevice, (input, context) => scrapDevice(deps, input, context)),
  answer(calls.RestoreDevice, (input, context) => restoreDevice(deps, input, context)),
];

export async function takeInDevice(
  deps: CommandDeps,
  input: ParsedInput<typeof calls.TakeInDevice>,
  context: CallContext,
): Promise<CallOutput<typeof calls.TakeInDevice>> {
  const { store, rules } = deps;
  const caller = await callerOf(deps, context);
  const intake = await intakeOf(deps, input, caller);
  try {
    const { deviceId, position, created } = await takeIn(store, intake, recordedBy(context), rules);
    return { device: await shownDevice(deps, deviceId, position), created };
  } catch (error) {
    if (!(error instanceof DeviceAlreadyInRepairError)) throw error;
    const device = await deviceInRepair(deps, error);
    throw new DomainError({ ...error.refusal.toPayload(), ...(device && { details: { device } }) });
  }
}

/** @throws {DomainError} unknown_school, unknown_technician, ambiguous_technician */
export async function intakeOf(
  { people, schools }: Pick<CommandDeps, 'people' | 'schools'>,
  input: ParsedInput<typeof calls.TakeInDevice>,
  caller: Actor,
): Promise<Intake> {
  const school = knownSchool(schools, input.school);
  const assigneeId = await people.assignee(input.assignedTo, caller);
  return {
    assetNumber: input.assetNumber,
    school,
    priority: input.priority,
    model: input.model || undefined,
    assigneeId,
    studentName: input.studentName || undefined,
    initialIssue: input.initialIssue || undefined,
    notes: input.notes || undefined,
  };
}

export async function startWork(
  deps: CommandDeps,
  { facts, expected, ...target }: ParsedInput<typeof calls.StartWork>,
  context: CallContext,
): Promise<Device> {
  const caller = await callerOf(deps, context);
  const started = { ...context, commandId: commandId(context) };
  const command: DeviceCommand = {
    type: 'StartWork',
    callerId: caller.userId,
    logId: derivedId(started.commandId, 'log'),
    facts: await givenFacts(deps, facts, caller),
    expected,
  };
  return carryOut(deps, target, command, started);
}

export async function correctDevice(
  deps: CommandDeps,
  { facts, expected, status, ...target }: ParsedInput<typeof calls.CorrectDevice>,
  context: CallContext,
): Promise<Device> {
  const caller = await callerOf(deps, context);
  const command: DeviceCommand = {
    type: 'CorrectDevice',
    facts: await givenFacts(deps, facts, caller),
    expected,
    status,
  };
  return carryOut(deps, target, command, context);
}

export async function assignDevice(
  deps: CommandDeps,
  { assignedTo, expected, ...target }: ParsedInput<typeof calls.AssignDevice>,
  context: CallContext,
): Promise<Device> {
  const assigneeId = await deps.people.assignee(assignedTo ?? null, await callerOf(deps, context));
  return carryOut(deps, target, { type: 'AssignDevice', assigneeId: assigneeId ?? null, expected }, context);
}

/** @throws {DomainError} unknown_school, unknown_technician, ambiguous_technician */
async function givenFacts(
  { people, schools }: CommandDeps,
  { school, assignedTo, ...facts }: ParsedInput<typeof calls.CorrectDevice>['facts'],
  caller: Actor,
): Promise<GivenFacts> {
  return {
    assetNumber: facts.assetNumber,
    priority: facts.priority,
    school: school === undefined ? undefined : knownSchool(schools, school),
    model: facts.model === null ? '' : facts.model,
    assigneeId: await people.assignee(assignedTo, caller),
    studentName: emptyAsNull(facts.studentName),
    initialIssue: emptyAsNull(facts.initialIssue),
    notes: emptyAsNull(facts.notes),
  };
}

export function logEntry(
  deps: CommandDeps,
  { issue, ...input }: ParsedInput<typeof calls.LogEntry>,
  context: CallContext,
): Promise<CallOutput<typeof calls.LogEntry>> {
  return addEntry(deps, input, context, (entry, repairId) => ({ type: 'LogEntry', ...entry, repairId, issue }));
}

export function completeRepair(
  deps: CommandDeps,
  { issue, ...input }: ParsedInput<typeof calls.CompleteRepair>,
  context: CallContext,
): Promise<CallOutput<typeof calls.CompleteRepair>> {
  return addEntry(deps, input, context, (entry) => ({ type: 'CompleteRepair', ...entry, issue }));
}

async function addEntry(
  deps: CommandDeps,
  { technician, actions, comments, priority, ...target }: Omit<ParsedInput<typeof calls.LogEntry>, 'issue'>,
  context: CallContext,
  commandOf: (entry: Omit<CompleteRepair, 'type' | 'issue'>, repairId: string) => DeviceCommand,
): Promise<CallOutput<typeof calls.LogEntry>> {
  const { store, db, people, rules, views } = deps;
  const caller = await callerOf(deps, context);
  const id = commandId(context);
  const logId = derivedId(id, 'log');
  const technicianId = await people.technician(technician, caller);
  const fields = {
    logId,
    technicianId,
    actions: actions || null,
    comments: comments || null,
    priority: priority ?? null,
  };
  const commandAt = (at: Date) => commandOf({ ...fields, at }, derivedId(id, 'repair'));
  const appending = recordedBy({ ...context, commandId: id });
  const { position } = await change(store, target, commandAt, appending, rules);
  await views.shows(repairLogs.name, position);
  const log = await getRepairLog(db, logId);
  if (!log) throw viewsBehind();
  return log;
}

async function callerOf({ people }: CommandDeps, context: CallContext): Promise<Actor> {
  const caller = requireActor(context);
  await people.ensureKnown(caller);
  return caller;
}

export async function scrapDevice(
  deps: CommandDeps,
  target: ParsedInput<typeof calls.ScrapDevice>,
  context: CallContext,
): Promise<Device> {
  await deps.people.ensureKnown(requireAdmin(context));
  return carryOut(deps, target, { type: 'ScrapDevice' }, context);
}

export async function restoreDevice(
  deps: CommandDeps,
  target: ParsedInput<typeof calls.ScrapDevice>,
  context: CallContext,
): Promise<Device> {
  await deps.people.ensureKnown(requireAdmin(context));
  return carryOut(deps, target, { type: 'RestoreDevice' }, context);
}

async function carryOut(
  deps: CommandDeps,
  target: Target,
  command: DeviceCommand,
  context: CallContext,
): Promise<Device> {
  const { store, rules } = deps;
  const { deviceId, position } = await change(store, target, () => command, recordedBy(context), rules);
  return shownDevice(deps, deviceId, position);
}

/** The device as its GET shows it, once the view includes everything recorded up to the position. */
async function shownDevice({ views, db }: CommandDeps, deviceId: string, position: number): Promise<Device> {
  await views.shows(deviceList.name, position);
  const device = await getDeviceById(db, deviceId);
  if (!device) throw viewsBehind();
  return device;
}

/**
 * The device that is in repair already: once the view has caught up, or as the view has it, since nothing was saved that
 * it would have to show. Null if the view lacks it.
 */
async function deviceInRepair(
  { views, db }: CommandDeps,
  { deviceId, position }: DeviceAlreadyInRepairError,
): Promise<Device | null> {
  try {
    await views.shows(deviceList.name, position);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'views_behind') throw error;
  }
  return getDeviceById(db, deviceId);
}

function emptyAsNull(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text;
}

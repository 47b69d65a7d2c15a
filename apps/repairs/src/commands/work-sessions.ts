import { refusal } from '@repairline/contracts/domain-error';
import type { CallContext, CallOutput } from '@repairline/contracts/call';
import type { CurrentWorkSession, EndWorkSession, StartWorkSession } from '@repairline/contracts/repairs/calls';
import type { WorkSessionEvent } from '@repairline/contracts/repairs/events';
import type { WorkSession } from '@repairline/contracts/repairs/views';
import { handleCommand, type Handled } from '@repairline/event-store/handle-command';
import { commandId, recordedBy, requireActor } from '@repairline/messaging/context';
import { viewsBehind } from '@repairline/projections/following/view-positions';
import { workSessionStream, type WorkSessionState } from '../domain/work-session';
import { workSessionDecider, type WorkSessionCommand } from '../domain/work-session.decider';
import { getWorkSession, runningWorkSession, workSessions } from '../views/work-sessions';
import { derivedId } from './derived-id';
import type { CommandDeps } from './device-commands';

type Outcome = Handled<WorkSessionState, WorkSessionEvent>;

export async function startWorkSession(
  deps: CommandDeps,
  context: CallContext,
): Promise<CallOutput<typeof StartWorkSession>> {
  const { userId } = requireActor(context);
  const id = commandId(context);
  const at = deps.rules.now();
  const command = { type: 'StartWorkSession', userId, sessionId: derivedId(id, 'work session'), at } as const;
  const outcome = await handle(deps, command, { ...context, commandId: id });
  const started = outcome.events.length > 0;
  const { state } = outcome;
  const sessionId = started || state.status === 'none' ? command.sessionId : state.sessionId;
  return { session: await shownSession(deps, sessionId, outcome), started };
}

export async function endWorkSession(
  deps: CommandDeps,
  context: CallContext,
): Promise<CallOutput<typeof EndWorkSession>> {
  const { userId } = requireActor(context);
  const outcome = await handle(deps, { type: 'EndWorkSession', userId }, context);
  const [ended] = outcome.events;
  if (!ended) throw refusal('no_work_session');
  return shownSession(deps, ended.data.sessionId, outcome);
}

export async function currentWorkSession(
  { db }: Pick<CommandDeps, 'db'>,
  context: CallContext,
): Promise<CallOutput<typeof CurrentWorkSession>> {
  return runningWorkSession(db, requireActor(context).userId);
}

function handle({ store, rules }: CommandDeps, command: WorkSessionCommand, context: CallContext): Promise<Outcome> {
  const stream = workSessionStream(command.userId);
  return handleCommand(store, workSessionDecider)(stream, command, { ...recordedBy(context), occurredAt: rules.now() });
}

async function shownSession(
  { db, views }: CommandDeps,
  sessionId: string,
  { position }: Outcome,
): Promise<WorkSession> {
  await views.shows(workSessions.name, position);
  const session = await getWorkSession(db, sessionId);
  if (!session) throw viewsBehind();
  return session;
}

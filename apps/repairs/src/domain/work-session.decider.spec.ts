import type { WorkSessionEvent } from '@repairline/contracts/repairs/events';
import { deciderSpec } from '@repairline/event-store/testing/decider-spec';
import { workSessionDecider, type WorkSessionCommand } from './work-session.decider';

const given = deciderSpec(workSessionDecider);
const at = new Date('2026-09-01T08:00:00.000Z');
const data = { userId: 'u1', sessionId: 's1', startedAt: at.toISOString() };
const started: WorkSessionEvent = { type: 'WorkSessionStarted', data };
const ended: WorkSessionEvent = { type: 'WorkSessionEnded', data };
const start: WorkSessionCommand = { type: 'StartWorkSession', userId: 'u1', sessionId: 's1', at };
const end: WorkSessionCommand = { type: 'EndWorkSession', userId: 'u1' };

test('a session starts if none is running', () => given().when(start).then(started));
test('a session can start after the last one has ended', () => given(started, ended).when(start).then(started));
test('a start while a session is running changes nothing', () =>
  given(started)
    .when({ ...start, sessionId: 's2' })
    .thenNothing());
test('the end event names the session and its start time', () => given(started).when(end).then(ended));
test('a session cannot be ended if none is running', () => {
  given().when(end).thenError('no_work_session');
  given(started, ended).when(end).thenError('no_work_session');
});

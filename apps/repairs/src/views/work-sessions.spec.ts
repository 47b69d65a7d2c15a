import type { WorkSessionEvent } from '@repairline/contracts/repairs/events';
import { project } from '@repairline/projections/testing/given-events';
import { workSessions } from './work-sessions';

const session = { userId: 'tess', sessionId: 's1', startedAt: '2026-11-01T06:30:00.000Z' };
const started: WorkSessionEvent = { type: 'WorkSessionStarted', data: session };
const ended: WorkSessionEvent = { type: 'WorkSessionEnded', data: session };
const shown = (startedAt: string, endedAt: string) =>
  project(workSessions)
    .given({ event: started, occurredAt: startedAt }, { event: ended, occurredAt: endedAt })
    .row('s1');

test('a session’s end is the time at which it was ended', () => {
  expect(shown(session.startedAt, '2026-11-01T14:30:00.000Z')).toMatchObject({
    ...{ started_at: session.startedAt, ended_at: '2026-11-01T14:30:00.000Z' },
  });
});

test('a session never ends before it began, even if the clock was put back meanwhile', () => {
  expect(shown(session.startedAt, '2026-11-01T05:31:00.000Z')).toMatchObject({
    ...{ started_at: session.startedAt, ended_at: session.startedAt },
  });
});

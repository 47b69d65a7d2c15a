import { type WorkSession } from '@repairline/contracts/repairs/views';
import { expect, newColleague, test } from '../support/api-journey';

// proves s4.session.start s4.session.end s7.auth.session-start s7.auth.session-current s7.auth.session-end
// proves d.calls.session-null d.calls.session-end-answer d.calls.session-start-while-running d.calls.session-end-none
test('a work session starts, is the current one, and ends', async ({ url, admin, member }) => {
  const { api, user } = await newColleague(admin, url);
  const current = () => api.get<WorkSession | null>('/api/sessions/current');
  expect(await current()).toMatchObject({ status: 200, body: null });
  expect((await api.post('/api/sessions/end')).status).toBe(409);

  const started = await api.post<WorkSession>('/api/sessions/start');
  expect(started).toMatchObject({ status: 201, body: { userId: user.id, endTime: null } });
  expect(Math.abs(Date.parse(started.body.startTime) - Date.now())).toBeLessThan(60_000);
  expect(await current()).toMatchObject({ status: 200, body: started.body });
  expect((await member.api.get<WorkSession | null>('/api/sessions/current')).body?.id).not.toBe(started.body.id);
  expect(await api.post('/api/sessions/start')).toMatchObject({ status: 200, body: started.body });

  const ended = await api.post<WorkSession>('/api/sessions/end');
  expect(ended).toMatchObject({ status: 200, body: { ...started.body, endTime: expect.any(String) as unknown } });
  expect(await current()).toMatchObject({ status: 200, body: null });
  expect((await api.post('/api/sessions/end')).status).toBe(409);
  expect((await api.post<WorkSession>('/api/sessions/start')).body.id).not.toBe(started.body.id);
});

// proves d.calls.session-start-while-running
test('concurrent starts create one work session, and all answer with it', async ({ url, admin }) => {
  const { api } = await newColleague(admin, url);
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.post<WorkSession>('/api/sessions/start')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
});

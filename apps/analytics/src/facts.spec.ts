import type { CloudEvent } from '@repairline/messaging/cloud-event';
import { factOf } from './facts';

const logId = '0198a4e2-0000-7000-8000-000000000001';
const logged = {
  ...{ id: 'e1', type: 'repairline.repairs.device.v1.repair-logged', position: 7, time: '2026-09-01T15:00:00.000Z' },
  ...{ correlationid: 'c1', causationid: null },
  data: { deviceId: 'd1', repairId: 'r1', logId, technicianId: null, priority: null, issues: [] },
} as unknown as CloudEvent;

test('an entry is counted with its issue as typed, be it empty', () => {
  expect(factOf(logged, new Map([[logId, '']]))).toMatchObject({ data: { issueTyped: '' } });
});

test('an entry that repairs does not tell of is refused instead of counted without its issue', () => {
  expect(() => factOf(logged, new Map())).toThrow('repairs does not know an entry that it has published');
});

test('an event that only a newer repairs knows is no fact', () => {
  expect(factOf({ ...logged, type: 'repairline.repairs.device.v1.device-lent' }, new Map())).toBeUndefined();
});

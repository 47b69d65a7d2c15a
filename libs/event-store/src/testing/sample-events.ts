import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defineEvent, type EventOf } from '@repairline/contracts/event';
import { createEventRegistry } from '../event-registry';
import type { AppendContext, NewEvent } from '../event-store';

/** A small vocabulary for the library's own tests: loans of devices to students. */
const deviceLent = defineEvent(
  'DeviceLent',
  1,
  z.object({ deviceId: z.string(), days: z.number(), student: z.string().nullable(), note: z.string().nullable() }),
  { personal: ['student', 'note'], subject: 'deviceId', published: { inside: 'a sample' } },
);
const deviceReturned = defineEvent('DeviceReturned', 1, z.object({ deviceId: z.string(), late: z.boolean() }), {
  published: { inside: 'a sample' },
});

const definitions = [deviceLent, deviceReturned] as const;
export type LoanEvent = EventOf<(typeof definitions)[number]>;
export const loanRegistry = createEventRegistry(definitions);

/** What a later program writes and knows. */
export const laterLoanRegistry = createEventRegistry([deviceLent, { ...deviceReturned, version: 2 }]);

/** What a program writes that puts anything where sealed personal data should be. */
export const unsealingLoanRegistry = createEventRegistry([
  { ...deviceLent, data: deviceLent.data.loose(), personal: [] },
  deviceReturned,
]);

export function lent(deviceId: string, data: Partial<EventOf<typeof deviceLent>['data']> = {}): NewEvent<LoanEvent> {
  return { event: { type: 'DeviceLent', data: { deviceId, days: 7, student: null, note: null, ...data } } };
}

export function returned(deviceId: string, late = false): NewEvent<LoanEvent> {
  return { event: { type: 'DeviceReturned', data: { deviceId, late } } };
}

export function byCommand(commandId: string = randomUUID()): AppendContext {
  return { commandId, correlationId: 'correlation-1', actor: { userId: 'user-1', name: 'Ada' } };
}

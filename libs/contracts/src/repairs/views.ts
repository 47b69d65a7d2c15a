import { z } from 'zod';
import { priorities } from '../priority';
import { deviceFactNames, deviceStatuses, historyKindNames } from './device-facts';

export const deviceStatus = z.enum(deviceStatuses);
export type DeviceStatus = z.infer<typeof deviceStatus>;

export const moment = z.string().describe('ISO 8601, UTC');
const priorityWord = z.enum(priorities);

/** A device as lists and its own page show it. */
export const device = z.object({
  id: z.string(),
  barcodeNumber: z.string(),
  school: z.string(),
  model: z.string(),
  status: deviceStatus,
  priority: priorityWord,
  /** Name, else email, of the user who has it; empty if nobody does. */
  assignedTo: z.string(),
  assigneeId: z.string().nullable(),
  studentName: z.string().nullable(),
  initialIssue: z.string(),
  notes: z.string(),
  billingNotes: z.string(),
  createdAt: moment,
  updatedAt: moment,
  /** The highest among its own priority and those of its current repair's logs. */
  highestPriority: priorityWord,
  /** The newest log's issue, else the initial issue. */
  latestIssue: z.string(),
});
export type Device = z.infer<typeof device>;

export const repairLog = z.object({
  id: z.string(),
  barcodeNumber: z.string(),
  timestamp: moment,
  issue: z.string(),
  actions: z.string(),
  technician: z.string(),
  technicianId: z.string().nullable(),
  completed: z.boolean(),
  billingSent: z.boolean(),
  comments: z.string().nullable(),
  priority: priorityWord.nullable(),
  createdAt: moment,
});
export type RepairLog = z.infer<typeof repairLog>;

/**
 * One thing that was done to a device, with all it changed: `GET /api/devices/{barcode}/history`. Applying each `to`
 * from the first item on gives the device as it was after each. The priority is the one shown at the time, the highest
 * of the device's own and its repair's entries. Erased text reads as if it had never been typed.
 */
export const deviceHistoryItem = z.object({
  /** Position in the repairs log; rises. */
  position: z.number().int(),
  timestamp: moment,
  kind: z.enum(historyKindNames),
  /** Name, else email, of the person who did it; without one (imports) of the entry's technician; else 'Unknown'. */
  by: z.string(),
  byId: z.string().nullable(),
  /** A script did it, with a personal API token of that person. */
  byScript: z.boolean(),
  /** `null` means nothing: not set yet, or removed. */
  changes: z.array(z.object({ fact: z.enum(deviceFactNames), from: z.string().nullable(), to: z.string().nullable() })),
  /** The timeline entry it created. */
  entry: repairLog
    .pick({ id: true, issue: true, actions: true, technician: true, completed: true, comments: true })
    .nullable(),
});
export type DeviceHistoryItem = z.infer<typeof deviceHistoryItem>;

/** One of the newest 20 logs: `GET /api/recent-activity`. */
export const recentActivityItem = repairLog.pick({
  id: true,
  barcodeNumber: true,
  issue: true,
  completed: true,
  technician: true,
  timestamp: true,
});
export type RecentActivityItem = z.infer<typeof recentActivityItem>;

/** Devices by status: `GET /api/stats`. `parts` are the deprovisioned ones. */
export const deviceStats = z.object({
  intake: z.number().int(),
  inProgress: z.number().int(),
  completed: z.number().int(),
  parts: z.number().int(),
});
export type DeviceStats = z.infer<typeof deviceStats>;

export const workSession = z.object({
  id: z.string(),
  userId: z.string(),
  startTime: moment,
  endTime: moment.nullable(),
  createdAt: moment,
});
export type WorkSession = z.infer<typeof workSession>;

/** `GET /api/sessions/current`: the caller's session; null if none is running. */
export const currentWorkSession = workSession.nullable();

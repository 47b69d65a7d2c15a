import { z } from 'zod';
import { priorities } from '../priority';
import { deviceStatuses } from './device-facts';

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

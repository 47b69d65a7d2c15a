import { z } from 'zod';
import { analytics } from '@repairline/contracts/analytics/views';
import { billingMark, billingNotes } from '@repairline/contracts/billing/commands';
import { billingItem, billingSummary } from '@repairline/contracts/billing/views';
import { district } from '@repairline/contracts/district';
import {
  csrfTokenBody,
  currentUserBody,
  deviceExistsBody,
  internalErrorBody,
  newApiTokenBody,
  pendingApprovalBody,
  scrapBody,
} from '@repairline/contracts/http/bodies';
import {
  apiTokenName,
  credentials,
  displayName,
  roleChange,
  userApproval,
} from '@repairline/contracts/identity/commands';
import { apiToken, technician, userAccount } from '@repairline/contracts/identity/views';
import {
  BULK_MOST,
  bulkDevice,
  bulkIntake,
  bulkResult,
  deviceChanges,
  intake,
  repairEntry,
} from '@repairline/contracts/repairs/commands';
import {
  device,
  deviceHistoryItem,
  deviceStats,
  recentActivityItem,
  repairLog,
  workSession,
} from '@repairline/contracts/repairs/views';
import { systemStatus } from '@repairline/contracts/standing';
import { openSchema, type JsonSchema } from '@repairline/messaging/documents/json-schema';

const health = z.object({
  ok: z.boolean(),
  parts: z.record(
    z.string(),
    z.object({
      ok: z.boolean(),
      deadLetters: z
        .number()
        .int()
        .positive()
        .optional()
        .describe('Where there are any: events that could not be taken in or published.'),
    }),
  ),
});

/** What is sent to the API, by the name that the document gives it. */
export const bodies = {
  Credentials: credentials,
  DisplayName: displayName,
  ApiTokenName: apiTokenName,
  Intake: intake,
  // Rows are judged one by one, so that the schema of the call takes anything.
  BulkIntake: bulkIntake.extend({ devices: z.array(bulkDevice).min(1).max(BULK_MOST) }),
  DeviceChanges: deviceChanges,
  RepairEntry: repairEntry,
  BillingNotes: billingNotes,
  BillingMark: billingMark,
  Scrap: scrapBody,
  RoleChange: roleChange,
  UserApproval: userApproval,
} as const;
export type BodyName = keyof typeof bodies;

/** What the API answers. */
export const answers = {
  Health: health,
  CsrfToken: csrfTokenBody,
  District: district,
  CurrentUser: currentUserBody,
  Nothing: z.object({}),
  ApiToken: apiToken,
  NewApiToken: newApiTokenBody,
  Technician: technician,
  UserAccount: userAccount,
  Device: device,
  DeviceHistoryItem: deviceHistoryItem,
  BulkResult: bulkResult,
  RepairLog: repairLog,
  RecentActivityItem: recentActivityItem,
  DeviceStats: deviceStats,
  WorkSession: workSession,
  CurrentWorkSession: workSession.nullable(),
  Analytics: analytics,
  BillingItem: billingItem,
  BillingSummary: billingSummary,
  SystemStatus: systemStatus,
} as const;
export type AnswerName = keyof typeof answers;

/** Refusals that say more than every error does. */
export const refusalBodies = {
  PendingApproval: pendingApprovalBody,
  DeviceExists: deviceExistsBody,
  Internal: internalErrorBody,
} as const;

/**
 * What may be sent. Where a value is tidied before it is checked, as with empty filters, JSON Schema cannot say what
 * may come in; there stands what is made of it.
 */
export function sentSchema(schema: z.ZodType): JsonSchema {
  const sent = openSchema(schema, 'input');
  const made = openSchema(schema, 'output').properties ?? {};
  for (const [name, field] of Object.entries(sent.properties ?? {})) {
    const says = made[name];
    if (sent.properties && says && !Object.keys(field).some((keyword) => keyword !== 'default'))
      sent.properties[name] = { ...says, ...field };
  }
  return sent;
}

import { z } from 'zod';
import { analytics } from '@repairline/contracts/analytics/views';
import { billingMark, billingNotesBody } from '@repairline/contracts/billing/commands';
import { billingItem, billingSummary } from '@repairline/contracts/billing/views';
import { district } from '@repairline/contracts/district';
import {
  csrfTokenBody,
  currentUserBody,
  deviceElsewhereBody,
  deviceExistsBody,
  internalErrorBody,
  newApiTokenBody,
  pendingApprovalBody,
  scrapBody,
} from '@repairline/contracts/http/bodies';
import {
  apiTokenName,
  credentials,
  displayNameBody,
  passwordChange,
  passwordReset,
  roleChange,
  userApproval,
} from '@repairline/contracts/identity/commands';
import { apiToken, oneTimePassword, openSignIn, technician, userAccount } from '@repairline/contracts/identity/views';
import {
  BULK_MOST,
  bulkDevice,
  bulkIntake,
  bulkResult,
  deviceChangesBody,
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
        .describe('Number of events that could not be processed or published; absent when there are none.'),
    }),
  ),
});

const anyObject = z.object({}).meta({ additionalProperties: true });
const info = z.object({ title: z.string(), version: z.string(), description: z.string() });
const document = {
  info: info.meta({ additionalProperties: true }),
  components: anyObject,
};

/** Request bodies, by their names in the document. */
export const bodies = {
  Credentials: credentials,
  DisplayName: displayNameBody,
  PasswordChange: passwordChange,
  ApiTokenName: apiTokenName,
  Intake: intake,
  // Rows are validated one by one, so the call's own schema accepts anything.
  BulkIntake: bulkIntake.extend({ devices: z.array(bulkDevice).min(1).max(BULK_MOST) }),
  DeviceChanges: deviceChangesBody,
  RepairEntry: repairEntry,
  BillingNotes: billingNotesBody,
  BillingMark: billingMark,
  Scrap: scrapBody,
  RoleChange: roleChange,
  UserApproval: userApproval,
  PasswordReset: passwordReset,
} as const;
export type BodyName = keyof typeof bodies;

/** Answers, by their names in the document. */
export const answers = {
  Health: health,
  CsrfToken: csrfTokenBody,
  District: district,
  CurrentUser: currentUserBody,
  Nothing: z.object({}),
  SignIn: openSignIn,
  ApiToken: apiToken,
  NewApiToken: newApiTokenBody,
  Technician: technician,
  UserAccount: userAccount,
  OneTimePassword: oneTimePassword,
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
  OpenApiDocument: z
    .object({ openapi: z.literal('3.1.1'), ...document, paths: anyObject })
    .meta({ description: 'OpenAPI 3.1', additionalProperties: true }),
  AsyncApiDocument: z
    .object({ asyncapi: z.literal('3.0.0'), ...document, channels: anyObject, operations: anyObject })
    .meta({ description: 'AsyncAPI 3.0', additionalProperties: true }),
} as const;
export type AnswerName = keyof typeof answers;

/** Refusals with fields beyond those of every error. */
export const refusalBodies = {
  PendingApproval: pendingApprovalBody,
  DeviceExists: deviceExistsBody,
  DeviceElsewhere: deviceElsewhereBody,
  Internal: internalErrorBody,
} as const;

/**
 * The schema of what may be sent. If a value is tidied before it is checked, like an empty filter, JSON Schema cannot
 * describe the input, so the schema of the result stands in its place.
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

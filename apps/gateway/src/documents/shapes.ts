import type { z } from 'zod';
import { analytics } from '@repairline/contracts/analytics/views';
import { billingMark, billingNotesBody } from '@repairline/contracts/billing/requests';
import { billingItem, billingSummary } from '@repairline/contracts/billing/views';
import { district } from '@repairline/contracts/district';
import { nothing } from '@repairline/contracts/call';
import {
  asyncApiDocument,
  csrfTokenBody,
  health,
  openApiDocument,
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
} from '@repairline/contracts/identity/requests';
import { apiToken, oneTimePassword, openSignIn, technician, userAccount } from '@repairline/contracts/identity/views';
import {
  bulkIntakeBody,
  bulkResult,
  deviceChangesBody,
  intake,
  repairEntry,
} from '@repairline/contracts/repairs/requests';
import {
  currentWorkSession,
  device,
  deviceHistoryItem,
  deviceStats,
  recentActivityItem,
  repairLog,
  workSession,
} from '@repairline/contracts/repairs/views';
import { systemStatus } from '@repairline/contracts/status';
import { openSchema, type JsonSchema } from '@repairline/messaging/documents/json-schema';

/** Request bodies, by their names in the document. */
export const bodies = {
  Credentials: credentials,
  DisplayName: displayNameBody,
  PasswordChange: passwordChange,
  ApiTokenName: apiTokenName,
  Intake: intake,
  BulkIntake: bulkIntakeBody,
  DeviceChanges: deviceChangesBody,
  RepairEntry: repairEntry,
  BillingNotes: billingNotesBody,
  BillingMark: billingMark,
  Scrap: scrapBody,
  RoleChange: roleChange,
  UserApproval: userApproval,
  PasswordReset: passwordReset,
} as const;

/** Answers, by their names in the document. */
export const answers = {
  Health: health,
  CsrfToken: csrfTokenBody,
  District: district,
  CurrentUser: currentUserBody,
  Nothing: nothing,
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
  CurrentWorkSession: currentWorkSession,
  Analytics: analytics,
  BillingItem: billingItem,
  BillingSummary: billingSummary,
  SystemStatus: systemStatus,
  OpenApiDocument: openApiDocument,
  AsyncApiDocument: asyncApiDocument,
} as const;

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

import { z } from 'zod';
import { apiToken, signedInUser } from '../identity/views';
import { device } from '../repairs/views';
import { errorBody } from './errors';

export const csrfTokenBody = z.object({ csrfToken: z.string() });
/** `GET /api/auth/user`, `POST /api/login` */
export const currentUserBody = z.object({ user: signedInUser });
/** `POST /api/profile/tokens`: the only time the token is shown. */
export const newApiTokenBody = apiToken.extend({ token: z.string() });
/** 403 of `POST /api/login` while the account waits for an Admin. */
export const pendingApprovalBody = errorBody.extend({
  type: z.literal('pending_approval'),
  email: z.string(),
  approvalCode: z.string().optional().describe('Admins see the same code beside the account'),
});
/** 409 of `POST /api/devices` for a device that is in repair. */
export const deviceExistsBody = errorBody.extend({
  type: z.literal('device_exists'),
  device: device.optional().describe('Absent while the list of devices is behind and lacks it'),
});
/** 409 of a change that means another device than the one that has the number. */
export const deviceElsewhereBody = errorBody.extend({
  type: z.literal('device_elsewhere'),
  barcodeNumber: z.string().optional().describe('The number of the device that is meant; absent if there is none'),
});
/** 500: an unforeseen failure. */
export const internalErrorBody = errorBody.extend({
  type: z.literal('internal'),
  correlationId: z.string().describe('Finds what happened in the logs'),
});
/** `POST /api/admin/devices/{barcode}/scrap` */
export const scrapBody = z.object({ scrap: z.boolean('Required') });
/** `GET /api/admin/export`, beside the filters of the list. */
export const whatToExport = z.object({ type: z.enum(['devices', 'logs'], "type must be 'devices' or 'logs'") });

/** `GET /api/health` */
export const health = z.object({
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
export const openApiDocument = z
  .object({ openapi: z.literal('3.1.1'), ...document, paths: anyObject })
  .meta({ description: 'OpenAPI 3.1', additionalProperties: true });
export const asyncApiDocument = z
  .object({ asyncapi: z.literal('3.0.0'), ...document, channels: anyObject, operations: anyObject })
  .meta({ description: 'AsyncAPI 3.0', additionalProperties: true });

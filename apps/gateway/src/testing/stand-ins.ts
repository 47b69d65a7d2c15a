import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GetAnalytics } from '@repairline/contracts/analytics/calls';
import type { Call, CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';
import {
  Authenticate,
  AuthenticateApiToken,
  ListTechnicians,
  ListUsers,
  SignIn,
  SignOut,
} from '@repairline/contracts/identity/calls';
import type { Role, SignedInUser } from '@repairline/contracts/identity/views';
import { ChangesSince, type LiveChange } from '@repairline/contracts/live';
import { PAGE } from '@repairline/contracts/page';
import { numberOfRow } from '@repairline/contracts/repairs/bulk-row';
import {
  CompleteRepair,
  CurrentWorkSession,
  DeviceStatsQuery,
  EndWorkSession,
  GetDevice,
  ListDevices,
  ListRepairLogs,
  LogEntry,
  RecentActivity,
  StartWorkSession,
  TakeInDevice,
  TakeInDevices,
} from '@repairline/contracts/repairs/calls';
import type { BulkResult } from '@repairline/contracts/repairs/requests';
import type { Device, RepairLog, WorkSession } from '@repairline/contracts/repairs/views';
import { healthHandler, statusHandler } from '@repairline/messaging/calls/report-calls';
import { answer, callController, type CallHandler } from '@repairline/messaging/calls/serve-calls';
import { requireActor, requireAdmin } from '@repairline/messaging/context';
import { callServer } from '@repairline/service-kit/bus/call-server';
import { Health } from '@repairline/service-kit/monitoring/health';
import { createLogger } from '@repairline/service-kit/logger';
import { Status } from '@repairline/service-kit/monitoring/status';
import { AccessStandIn } from './access-stand-in';
import { BillingStandIn } from './billing-stand-in';

type Work<C extends Call> = (input: ParsedInput<C>, context: CallContext) => Promise<CallOutput<C>>;

const MOMENT = '2026-01-05T15:00:00.000Z';

/** One view, one event behind. */
const statusOfRepairs = new Status({
  head: async () => 10,
  views: async () => [
    { name: 'device-list', version: 1, state: 'live', position: 9, behindSeconds: 1, deadLetters: 0 },
  ],
});

/** What the services would know and do, as far as the gateway's rules need it; real calls over a real bus. */
export class StandIns {
  readonly signIns = new Map<string, SignedInUser>();
  /** Owners' ids, by the hash of their token. */
  readonly apiTokens = new Map<string, string>();
  /** How often identity was asked for the owner of a token. */
  askedForOwner = 0;
  readonly commands: { name: string; commandId: string | undefined }[] = [];
  readonly extended: boolean[] = [];
  readonly changes: LiveChange[] = [];
  readonly billing = new BillingStandIn();
  readonly access = new AccessStandIn();
  readonly healthOfRepairs = new Health();
  listDevices: Work<typeof ListDevices> = async ({ limit }) => ({
    items: [],
    total: 7,
    next: limit === 2 ? 'abc+/=' : null,
  });
  listLogs: Work<typeof ListRepairLogs> = async () => ({ items: [], total: 0, next: null });
  complete = true;
  position = 10;
  /** The error that an intake runs into. */
  trouble: Error | undefined;
  /** Queries to analytics wait for this. */
  figuresGate: Promise<void> = Promise.resolve();
  /** Answers about sign-ins wait for this. */
  authenticationGate: Promise<void> = Promise.resolve();
  /** Commands wait for this, so that a test can have two in progress at once. */
  gate: Promise<void> = Promise.resolve();
  private readonly devices = new Map<string, Device>();
  private readonly sessions = new Map<string, WorkSession>();

  static user(id: string, role: Role): SignedInUser {
    const email = `${id}@school.example`;
    return { id, email, name: id, role, approved: true, lastLoginAt: null, createdAt: MOMENT, updatedAt: MOMENT };
  }

  countOf(name: string): number {
    return this.commands.filter((command) => command.name === name).length;
  }

  handlers(): CallHandler[] {
    return [
      ...this.identity(),
      ...this.repairs(),
      ...this.workSessions(),
      ...this.figures(),
      ...this.billing.handlers(),
      ...this.access.handlers(),
    ];
  }

  private identity(): CallHandler[] {
    return [
      answer(SignIn, async ({ email, password, tokenHash, replaces }, { commandId }) => {
        this.commands.push({ name: 'sign-in', commandId });
        if (email.startsWith('pending')) throw refusal('pending_approval', { email });
        if (email.startsWith('throttled')) throw refusal('too_many_attempts', { retryAfter: 42 });
        if (password !== 'correct horse') throw refusal('invalid_credentials');
        const user = personNamed(email.split('@')[0] ?? '');
        if (replaces) this.signIns.delete(replaces);
        this.signIns.set(tokenHash, user);
        return { user };
      }),
      answer(SignOut, async ({ tokenHash }) => {
        this.signIns.delete(tokenHash);
        return {};
      }),
      answer(Authenticate, async ({ tokenHash, extend }) => {
        this.extended.push(extend);
        const user = this.signIns.get(tokenHash) ?? null;
        await this.authenticationGate;
        return { user };
      }),
      answer(AuthenticateApiToken, async ({ tokenHash }) => {
        this.askedForOwner += 1;
        const owner = this.apiTokens.get(tokenHash);
        return owner ? { user: personNamed(owner), tokenId: `token of ${owner}` } : null;
      }),
      healthHandler('identity', new Health()),
      healthHandler('repairs', this.healthOfRepairs),
      healthHandler('analytics', new Health()),
      statusHandler('identity', new Status()),
      statusHandler('repairs', statusOfRepairs),
      statusHandler('billing', new Status()),
      answer(ListTechnicians, async ({ limit, cursor }, context) => {
        const { userId, name } = requireActor(context);
        const isWhole = limit === undefined && cursor === undefined;
        if (isWhole) return { items: [{ id: userId, name, email: `${userId}@school.example` }], total: 1, next: null };
        const items = [{ id: cursor ?? '', name: `one of ${limit ?? PAGE.default}`, email: '' }];
        return { items, total: 7, next: cursor === undefined ? 'one' : null };
      }),
      answer(ListUsers, async ({ limit }) =>
        limit === undefined ? { items: [], total: 0, next: null } : { items: [], total: 7, next: 'one' },
      ),
      answer(ChangesSince('identity'), async () => ({ changes: [], upTo: 3, complete: true })),
    ];
  }

  private figures(): CallHandler[] {
    return [
      answer(GetAnalytics, async (_, context) => {
        requireAdmin(context);
        return { averageTurnaroundTime: null, completionsPerDay: 0, commonIssues: [], technicianWorkload: [] };
      }),
      answer(ChangesSince('analytics'), async () => {
        await this.figuresGate;
        return { changes: [], upTo: 0, complete: true };
      }),
    ];
  }

  private workSessions(): CallHandler[] {
    return [
      answer(CurrentWorkSession, async (_, context) => this.sessions.get(requireActor(context).userId) ?? null),
      answer(StartWorkSession, async (_, context) => {
        const { userId } = requireActor(context);
        const running = this.sessions.get(userId);
        const times = { startTime: MOMENT, endTime: null, createdAt: MOMENT };
        const session = running ?? { id: `session of ${userId}`, userId, ...times };
        this.sessions.set(userId, session);
        return { session, started: !running };
      }),
      answer(EndWorkSession, async (_, context) => {
        const { userId } = requireActor(context);
        const running = this.sessions.get(userId);
        if (!running) throw refusal('no_work_session');
        this.sessions.delete(userId);
        return { ...running, endTime: MOMENT };
      }),
    ];
  }

  private repairs(): CallHandler[] {
    return [
      answer(TakeInDevice, async (input, { commandId }) => {
        this.commands.push({ name: 'take-in', commandId });
        await this.gate;
        if (this.trouble) throw this.trouble;
        if (input.school === 'broken') throw new Error('a table is missing in schema repairs');
        const known = this.devices.get(input.assetNumber);
        if (known) throw refusal('device_exists', { device: known, secret: 'inside' });
        const device = deviceNamed(input.assetNumber);
        this.devices.set(input.assetNumber, device);
        return { device, created: true };
      }),
      answer(TakeInDevices, async ({ devices, firstRow }, { commandId }) => {
        this.commands.push({ name: `take-in from ${firstRow}`, commandId });
        return { results: devices.map((row) => resultOf(numberOfRow(row))) };
      }),
      answer(LogEntry, async ({ assetNumber, issue }) => logOf(assetNumber, issue)),
      answer(CompleteRepair, async ({ assetNumber, issue }) => ({
        ...logOf(assetNumber, issue ?? ''),
        completed: true,
      })),
      answer(GetDevice, async ({ assetNumber }) => {
        const device = this.devices.get(assetNumber);
        if (!device) throw refusal('device_not_found');
        return device;
      }),
      answer(ListDevices, (input, context) => this.listDevices(input, context)),
      answer(ListRepairLogs, (input, context) => this.listLogs(input, context)),
      answer(RecentActivity, async () => []),
      answer(DeviceStatsQuery, async (_, context) => {
        requireActor(context);
        return { intake: 1, inProgress: 2, completed: 3, parts: 4 };
      }),
      answer(ChangesSince('repairs'), async ({ after }) => ({
        changes: this.changes.filter(({ at }) => at > after),
        upTo: this.position,
        complete: this.complete,
      })),
    ];
  }
}

/** One service for all stand-ins, on Nest's NATS transport like the real ones. */
export async function serve(url: string, standIns: StandIns): Promise<INestMicroservice> {
  const controller = callController(standIns.handlers(), createLogger('stand-ins', 'silent'));
  const module = { module: class StandInModule {}, controllers: [controller] };
  const app = await NestFactory.createMicroservice(module, { ...callServer(url, 'stand-ins'), logger: false });
  await app.listen();
  return app;
}

export function refusal(code: DomainError['code'], details?: Record<string, unknown>): DomainError {
  return new DomainError({ code, message: `refused: ${code}`, ...(details && { details }) });
}

function personNamed(id: string): SignedInUser {
  return StandIns.user(id, id.startsWith('admin') ? 'Admin' : 'Member');
}

function resultOf(barcodeNumber: string): BulkResult['results'][number] {
  if (barcodeNumber.startsWith('bad')) return { barcodeNumber, ok: false, message: 'refused: bad' };
  return { barcodeNumber, ok: true };
}

export function deviceNamed(barcodeNumber: string): Device {
  const moments = { createdAt: MOMENT, updatedAt: MOMENT };
  const texts = { model: '', assignedTo: '', initialIssue: '', notes: '', billingNotes: '', latestIssue: '' };
  const people = { assigneeId: null, studentName: null };
  const state = { status: 'INTAKE', priority: 'Medium', highestPriority: 'Medium' } as const;
  return { id: `id of ${barcodeNumber}`, barcodeNumber, school: 'SHS', ...moments, ...texts, ...people, ...state };
}

export function logOf(barcodeNumber: string, issue: string): RepairLog {
  const state = { completed: false, billingSent: false, comments: null, priority: null };
  const who = { technician: 'someone', technicianId: null, actions: '' };
  return { id: 'log', barcodeNumber, issue, ...who, ...state, timestamp: MOMENT, createdAt: MOMENT };
}

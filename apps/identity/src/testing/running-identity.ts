import { createHash, randomUUID } from 'node:crypto';
import type { NatsConnection } from 'nats';
import type { Actor, Call, CallContext, CallInput, CallOutput } from '@repairline/contracts/call';
import { DomainError, type DomainErrorPayload } from '@repairline/contracts/domain-error';
import { SignIn } from '@repairline/contracts/identity/calls';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { connectBus } from '@repairline/messaging/bus';
import { createLogger } from '@repairline/service-kit/logger';
import { createTestDatabase, type TestDatabase } from '@repairline/postgres/testing/test-database';
import { compose, type Overrides } from '../composition';
import { config } from '../config';
import type { Identity } from '../identity';

export const ADMIN = { email: 'admin@school.example', password: 'violet-anchor-39' };
export const PASSWORD = 'copper-lantern-72';

/** The service on its own database and bus, called as the bus would call it. */
export interface RunningIdentity {
  database: TestDatabase;
  identity: Identity;
  bus: NatsConnection;
  call<C extends Call>(contract: C, input: CallInput<C>, context?: Partial<CallContext>): Promise<CallOutput<C>>;
  /** The refusal of `call`. */
  refusal<C extends Call>(
    contract: C,
    input: CallInput<C>,
    context?: Partial<CallContext>,
  ): Promise<DomainErrorPayload>;
  signIn(attempt: { email: string; password?: string } & Partial<SignInOptions>): Promise<SignedIn>;
  stop(): Promise<void>;
}

interface SignInOptions {
  client: string;
  replaces: string | null;
  commandId: string;
  agent: string;
}

export interface SignedIn {
  user: SignedInUser;
  tokenHash: string;
  /** For calls in this user's name. */
  as: { actor: Actor };
}

export async function runIdentity(
  overrides: Overrides = {},
  database?: TestDatabase,
  environment: Record<string, string> = {},
): Promise<RunningIdentity> {
  const natsUrl = process.env.TEST_NATS_URL;
  if (!natsUrl) throw new Error('TEST_NATS_URL is not set: run these tests with `npm run test:int`');
  const own = database ?? (await createTestDatabase('identity'));
  const settings = config({
    DATABASE_URL: own.url,
    NATS_URL: natsUrl,
    // Each installation has its own key, and therefore its own user ids.
    DATA_KEY: createHash('sha256').update(own.url).digest('hex'),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...environment,
  });
  const logger = createLogger('identity', 'silent');
  const { identity, handlers, stop } = await compose(settings, logger, overrides);
  await identity.views.inPlace();
  await identity.views.reached(await identity.store.head());
  const answering = new Map(handlers.map((handler) => [handler.subject, handler]));
  const bus = await connectBus(natsUrl, 'identity tests');

  const call: RunningIdentity['call'] = async (contract, input, context = {}) => {
    const made = { actor: null, correlationId: 'test', commandId: randomUUID(), ...context };
    const reply = await answering.get(contract.subject)?.reply({ input, context: made }, logger);
    if (!reply) throw new Error(`Nobody answers ${contract.subject}`);
    if (!reply.ok) throw new DomainError(reply.error);
    return contract.output.parse(reply.data) as CallOutput<typeof contract>;
  };
  return {
    database: own,
    identity,
    bus,
    call,
    refusal: (contract, input, context) => call(contract, input, context).then(notRefused, payloadOf),
    async signIn({
      email,
      password = PASSWORD,
      client = 'a client',
      replaces = null,
      commandId = randomUUID(),
      agent,
    }) {
      const tokenHash = createHash('sha256').update(randomUUID()).digest('hex');
      const { user } = await call(SignIn, { email, password, client, replaces, tokenHash, agent }, { commandId });
      return { user, tokenHash, as: { actor: { userId: user.id, name: user.name, role: user.role } } };
    },
    async stop() {
      await bus.close();
      await stop();
      if (!database) await own.drop();
    },
  };
}

function notRefused(): never {
  throw new Error('The call was not refused');
}

function payloadOf(error: unknown): DomainErrorPayload {
  if (error instanceof DomainError) return error.toPayload();
  throw error;
}

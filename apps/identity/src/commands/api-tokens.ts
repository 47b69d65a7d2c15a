import { z } from 'zod';
import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import { refusal } from '@repairline/contracts/domain-error';
import type { CreateApiToken, ListApiTokens, RevokeApiToken } from '@repairline/contracts/identity/calls';
import { handleCommand } from '@repairline/event-store/handle-command';
import { requirePerson } from '@repairline/messaging/context';
import { apiTokensStream, type ApiTokensEvent } from '../domain/api-tokens';
import { apiTokensDecider } from '../domain/api-tokens.decider';
import { withoutActorName, type Identity } from '../identity';
import { apiTokensOf, dropApiToken, dropApiTokensOf, keepApiToken } from '../sign-ins/api-tokens';
import { findUser } from '../views/users';

/**
 * The token's id is the command's, so a repeated command makes no second token. A token revoked while it is being made,
 * or made again after its revocation, opens nothing.
 */
export async function createApiToken(
  { store, db, pool, now }: Identity,
  { name, days, tokenHash }: ParsedInput<typeof CreateApiToken>,
  context: CallContext,
): Promise<CallOutput<typeof CreateApiToken>> {
  const { userId } = requirePerson(context);
  const user = await findUser(db, userId);
  if (!user?.approved || user.approved_position === null) throw refusal('user_not_approved');
  const recorded = withoutActorName(context);
  const tokenId = recorded.commandId;
  const stream = apiTokensStream(userId);
  const lost = await tokensLost({ store, pool, now }, userId);
  const command = { type: 'CreateApiToken', userId, tokenId, name, lost } as const;
  await handleCommand(store, apiTokensDecider)(stream, command, recorded);
  const expiresAt = new Date(now().getTime() + days * DAY_MS);
  const approvedPosition = user.approved_position;
  await keepApiToken(pool, { tokenId, tokenHash, userId, name, approvedPosition, expiresAt }, now());
  const history = await store.readStream<ApiTokensEvent>(stream);
  if (history.some(({ event: { type, data } }) => type === 'ApiTokenRevoked' && data.tokenId === tokenId))
    await dropApiToken(pool, userId, tokenId);
  const made = (await apiTokensOf(pool, userId)).find(({ id }) => id === tokenId);
  if (!made) throw refusal('token_not_found');
  return made;
}

const DAY_MS = 24 * 3_600_000;

/** Longer than it takes to store the secret after its token has been recorded. */
const ON_ITS_WAY_MS = 60_000;

/** Tokens whose creation was interrupted before their secret was stored, except those still young enough to get one. */
async function tokensLost({ store, pool, now }: Pick<Identity, 'store' | 'pool' | 'now'>, userId: string) {
  const history = await store.readStream<ApiTokensEvent>(apiTokensStream(userId));
  const kept = new Set((await apiTokensOf(pool, userId)).map(({ id }) => id));
  const made = history.filter(({ occurredAt }) => now().getTime() - occurredAt.getTime() >= ON_ITS_WAY_MS);
  return made
    .filter(({ event }) => event.type === 'ApiTokenCreated' && !kept.has(event.data.tokenId))
    .map(({ event }) => event.data.tokenId);
}

const isTokenId = (id: string) => z.uuid().safeParse(id).success;

/** The token stops working before the revocation is recorded; if recording fails, the caller repeats the command. */
export async function revokeApiToken(
  { store, pool }: Identity,
  { tokenId }: ParsedInput<typeof RevokeApiToken>,
  context: CallContext,
): Promise<CallOutput<typeof RevokeApiToken>> {
  const { userId } = requirePerson(context);
  if (!isTokenId(tokenId)) throw refusal('token_not_found');
  await dropApiToken(pool, userId, tokenId);
  const decide = handleCommand(store, apiTokensDecider);
  await decide(apiTokensStream(userId), { type: 'RevokeApiToken', userId, tokenId }, withoutActorName(context));
  return {};
}

/** Revokes all tokens of a person who loses access. @param context the command that takes the access away */
export async function revokeApiTokensOf(
  { store, pool, userIds }: Identity,
  userId: string,
  context: CallContext,
): Promise<void> {
  await dropApiTokensOf(pool, userId);
  const recorded = withoutActorName(context);
  const decide = handleCommand(store, apiTokensDecider);
  const ofTokens = { ...recorded, commandId: userIds.uuid(`tokens ${recorded.commandId}`) };
  await decide(apiTokensStream(userId), { type: 'RevokeApiTokens', userId }, ofTokens);
}

export async function ownApiTokens(
  { pool }: Identity,
  context: CallContext,
): Promise<CallOutput<typeof ListApiTokens>> {
  return apiTokensOf(pool, requirePerson(context).userId);
}

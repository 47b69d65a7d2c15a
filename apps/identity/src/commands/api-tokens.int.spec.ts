import { createHash, randomUUID } from 'node:crypto';
import { CreateApiToken, ListApiTokens, RevokeApiToken } from '@repairline/contracts/identity/calls';
import { API_TOKENS_MOST } from '@repairline/contracts/identity/requests';
import { apiTokensStream, type ApiTokensEvent } from '../domain/api-tokens';
import { findApiTokenOwner } from '../sign-ins/api-tokens';
import { member, signInAdmin } from '../testing/people';
import { runIdentity, type RunningIdentity, type SignedIn } from '../testing/running-identity';

let running: RunningIdentity;
let owner: SignedIn;
/** How far the service's clock is ahead, in milliseconds. */
let later = 0;
beforeAll(async () => {
  running = await runIdentity({ now: () => new Date(Date.now() + later) });
  owner = await member(running, await signInAdmin(running), 'scripts@school.example');
});
afterAll(() => running.stop());
beforeEach(() => (later = 0));

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const create = (secret: string, commandId: string = randomUUID()) =>
  running.call(CreateApiToken, { name: secret, tokenHash: hashOf(secret) }, { ...owner.as, commandId });
const opens = async (secret: string) =>
  (await findApiTokenOwner(running.identity.pool, hashOf(secret), new Date())) !== null;
const listed = async () => (await running.call(ListApiTokens, {}, owner.as)).map(({ name }) => name);

test('tokens whose creation was interrupted neither count towards the limit nor are listed', async () => {
  for (let at = 0; at < API_TOKENS_MOST; at += 1) await create(`lost ${at}`);
  await running.identity.pool.query('delete from api_tokens');
  later = 60_000;
  await create('next');
  expect(await listed()).toEqual(['next']);
  expect(await opens('next')).toBe(true);
});

test('a revoked token stays invalid when the command that created it is repeated', async () => {
  const commandId = randomUUID();
  const { id: tokenId } = await create('again', commandId);
  await running.call(RevokeApiToken, { tokenId }, owner.as);
  await expect(create('again', commandId)).rejects.toMatchObject({ code: 'token_not_found' });
  expect(await opens('again')).toBe(false);
});

test('a token that is still being created is not taken for lost by another creation', async () => {
  const { id: tokenId } = await create('on its way');
  await running.identity.pool.query('delete from api_tokens where token_id = $1', [tokenId]);
  await create('at the same time');
  const history = await running.identity.store.readStream<ApiTokensEvent>(apiTokensStream(owner.user.id));
  const revoked = history.filter(({ event: { type, data } }) => type === 'ApiTokenRevoked' && data.tokenId === tokenId);
  expect(revoked).toEqual([]);
});

test('two tokens created at once are both valid, and the log revokes neither', async () => {
  const both = [1, 2].map((round) => ['one', 'other'].map((name) => `${name} at once ${round}`));
  for (const secrets of both) {
    await Promise.all(secrets.map((secret) => create(secret)));
    expect(await Promise.all(secrets.map(opens))).toEqual([true, true]);
  }
  const history = await running.identity.store.readStream<ApiTokensEvent>(apiTokensStream(owner.user.id));
  const ofThem = history.filter(
    ({ event }) => event.type === 'ApiTokenCreated' && both.flat().includes(event.data.name ?? ''),
  );
  const ids = ofThem.map(({ event }) => event.data.tokenId);
  const revoked = history.filter(({ event }) => event.type === 'ApiTokenRevoked' && ids.includes(event.data.tokenId));
  expect([ids.length, revoked]).toEqual([4, []]);
});

test.each(['\u0000', 'nothing', 'f0f5ad3e-2d0c-4b0b-8a55-6a2b0f5d1c11'])(
  'revoking the unknown token id %j answers token_not_found',
  async (tokenId) => {
    expect((await running.refusal(RevokeApiToken, { tokenId }, owner.as)).code).toBe('token_not_found');
  },
);

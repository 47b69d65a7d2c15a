import { API_TOKENS_MOST } from '@repairline/contracts/identity/requests';
import { deciderSpec } from '@repairline/event-store/testing/decider-spec';
import type { ApiTokensEvent } from './api-tokens';
import { apiTokensDecider, type ApiTokensCommand } from './api-tokens.decider';

const given = deciderSpec(apiTokensDecider);
const created = (tokenId: string): ApiTokensEvent => ({
  type: 'ApiTokenCreated',
  data: { userId: 'ada', tokenId, name: 'Nightly' },
});
const revoked = (tokenId: string): ApiTokensEvent => ({ type: 'ApiTokenRevoked', data: { userId: 'ada', tokenId } });
const mostIds = Array.from({ length: API_TOKENS_MOST }, (_, at) => `t${at}`);
const create = (tokenId: string, ...lost: string[]): ApiTokensCommand => ({
  type: 'CreateApiToken',
  ...{ userId: 'ada', tokenId, name: 'Nightly', lost },
});
const revoke = (tokenId: string): ApiTokensCommand => ({ type: 'RevokeApiToken', userId: 'ada', tokenId });
const most = mostIds.map(created);

describe('an API token', () => {
  test('is created once, however often it is requested', () => {
    given().when(create('t1')).then(created('t1'));
    given(created('t1')).when(create('t1')).thenNothing();
    given(created('t1'), revoked('t1')).when(create('t1')).thenNothing();
  });

  test('is one of at most ten, not counting revoked ones', () => {
    given(...most)
      .when(create('another'))
      .thenError('too_many_tokens');
    given(...most, revoked('t3'))
      .when(create('another'))
      .then(created('another'));
  });

  test('without a secret, since its creation or revocation was interrupted, is revoked by the next creation', () => {
    given(...most)
      .when(create('another', 't0', 't1'))
      .then(revoked('t0'), revoked('t1'), created('another'));
  });

  test('is revoked once, and one that the user does not have is not found', () => {
    given(created('t1')).when(revoke('t1')).then(revoked('t1'));
    given(created('t1'), revoked('t1')).when(revoke('t1')).thenNothing();
    given(created('t1')).when(revoke('t2')).thenError('token_not_found');
  });

  test('is revoked when its owner loses access', () => {
    const all: ApiTokensCommand = { type: 'RevokeApiTokens', userId: 'ada' };
    given(created('t1'), created('t2'), revoked('t1'), created('t3')).when(all).then(revoked('t2'), revoked('t3'));
    given().when(all).thenNothing();
  });
});

import { refusal } from '@repairline/contracts/domain-error';
import { API_TOKENS_MOST } from '@repairline/contracts/identity/requests';
import type { Decider } from '@repairline/event-store/decider';
import { tooManyTokens } from './account-rules';
import { evolve, initialState, type ApiTokensEvent, type ApiTokensState } from './api-tokens';

export interface CreateApiToken {
  type: 'CreateApiToken';
  userId: string;
  tokenId: string;
  name: string;
  /** Tokens without a stored secret, which can be neither used nor seen: they are revoked. */
  lost: readonly string[];
}

export interface RevokeApiToken {
  type: 'RevokeApiToken';
  userId: string;
  tokenId: string;
}

/** A user who loses access loses all tokens. */
export interface RevokeApiTokens {
  type: 'RevokeApiTokens';
  userId: string;
}

export type ApiTokensCommand = CreateApiToken | RevokeApiToken | RevokeApiTokens;

export const apiTokensDecider: Decider<ApiTokensState, ApiTokensCommand, ApiTokensEvent> = {
  initialState,
  evolve,
  decide,
};

function decide(command: ApiTokensCommand, state: ApiTokensState): ApiTokensEvent[] {
  switch (command.type) {
    case 'CreateApiToken':
      return create(command, state);
    case 'RevokeApiToken':
      return revoke(command, state);
    case 'RevokeApiTokens':
      return activeOf(state).map((tokenId) => revoked(command.userId, tokenId));
    default:
      return command satisfies never;
  }
}

function create({ userId, tokenId, name, lost }: CreateApiToken, state: ApiTokensState): ApiTokensEvent[] {
  if (state.has(tokenId)) return [];
  const going = activeOf(state).filter((id) => lost.includes(id));
  if (activeOf(state).length - going.length >= API_TOKENS_MOST) throw tooManyTokens();
  return [...going.map((id) => revoked(userId, id)), { type: 'ApiTokenCreated', data: { userId, tokenId, name } }];
}

function revoke({ userId, tokenId }: RevokeApiToken, state: ApiTokensState): ApiTokensEvent[] {
  const status = state.get(tokenId);
  if (!status) throw refusal('token_not_found');
  return status === 'active' ? [revoked(userId, tokenId)] : [];
}

function revoked(userId: string, tokenId: string): ApiTokensEvent {
  return { type: 'ApiTokenRevoked', data: { userId, tokenId } };
}

function activeOf(state: ApiTokensState): string[] {
  return [...state].filter(([, status]) => status === 'active').map(([tokenId]) => tokenId);
}

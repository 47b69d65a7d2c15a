import type { IdentityEvent } from '@repairline/contracts/identity/events';

/** One person's tokens for scripts, without their secrets. */
export type ApiTokensEvent = Extract<IdentityEvent, { type: 'ApiTokenCreated' | 'ApiTokenRevoked' }>;

/** By token id. */
export type ApiTokensState = ReadonlyMap<string, 'active' | 'revoked'>;

export const initialState = (): ApiTokensState => new Map();

export function evolve(state: ApiTokensState, event: ApiTokensEvent): ApiTokensState {
  switch (event.type) {
    case 'ApiTokenCreated':
      return new Map(state).set(event.data.tokenId, 'active');
    case 'ApiTokenRevoked':
      return new Map(state).set(event.data.tokenId, 'revoked');
    default:
      return unknownEvent(state, event);
  }
}

export function apiTokensStream(userId: string): string {
  return `api-tokens-${userId}`;
}

function unknownEvent(state: ApiTokensState, _event: never): ApiTokensState {
  return state;
}

import type { ErrorBody } from '@repairline/contracts/http/errors';

export type ErrorAnswer = ErrorBody & Record<string, unknown>;

/** Why a call failed. `message` is the thrown text: status code, colon, response text. */
export interface CallError {
  status: number | 'unreachable';
  message: string;
  body: ErrorAnswer | undefined;
}

export const UNREACHABLE = 'The server cannot be reached. Check the connection and try again.';

export function isCallError(thrown: unknown): thrown is CallError {
  return typeof thrown === 'object' && thrown !== null && 'status' in thrown && 'body' in thrown && 'message' in thrown;
}

/** The call failed through no fault of its own and its outcome is unknown: it may even have taken effect. */
export function isOutage(thrown: unknown): boolean {
  return isCallError(thrown) && (thrown.status === 'unreachable' || thrown.status >= 500);
}

/** Refused because a field is not as this person saw it any more. */
export function isChangedMeanwhile(thrown: unknown): boolean {
  return isCallError(thrown) && thrown.body?.type === 'changed_meanwhile';
}

/** The message to show: the server's, else the fallback. */
export function messageOf(thrown: unknown, fallback: string): string {
  if (!isCallError(thrown)) return fallback;
  if (thrown.status === 'unreachable') return UNREACHABLE;
  return thrown.body?.message || fallback;
}

export async function readError(response: Response): Promise<CallError> {
  const text = await response.text().catch(() => '');
  return {
    status: response.status,
    message: `${response.status}: ${text || response.statusText}`,
    body: parseAnswer(text),
  };
}

function parseAnswer(text: string): ErrorAnswer | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isErrorAnswer(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isErrorAnswer(parsed: unknown): parsed is ErrorAnswer {
  return typeof parsed === 'object' && parsed !== null && 'message' in parsed && typeof parsed.message === 'string';
}

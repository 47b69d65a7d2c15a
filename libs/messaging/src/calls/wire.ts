import { z } from 'zod';
import type { Actor, CallContext, CallReply } from '@repairline/contracts/call';
import { WrittenReply } from '@repairline/service-kit/bus/call-server';

/** Largest message on the bus, in bytes; anything larger travels in parts. */
export const MESSAGE_LIMIT = 512 * 1024;
/** The transport adds some hundred bytes to a reply. */
const WHOLE = MESSAGE_LIMIT - 4 * 1024;
/** Base64 turns three bytes into four. */
const PART = (WHOLE / 4) * 3;

const actor: z.ZodType<Actor> = z.object({
  userId: z.string(),
  name: z.string(),
  role: z.enum(['Admin', 'Member']),
  tokenId: z.string().optional(),
});
const callContext: z.ZodType<CallContext> = z.object({
  actor: actor.nullable(),
  correlationId: z.string(),
  commandId: z.uuid().optional(),
});

/** A request as it travels: the input as the caller has it; the service that answers parses it. */
export const callRequest = z.object({ context: callContext, input: z.unknown() });
export type CallRequest = z.infer<typeof callRequest>;

/** A reply is one message or, if larger than the limit, the parts of its JSON text in order. */
export type ReplyMessage = CallReply | ReplyPart;
interface ReplyPart {
  part: string;
}

export function writeReply(reply: CallReply): (WrittenReply | ReplyPart)[] {
  const json = JSON.stringify(reply);
  if (Buffer.byteLength(json) <= WHOLE) return [new WrittenReply(json)];
  const bytes = Buffer.from(json);
  const parts: ReplyPart[] = [];
  for (let at = 0; at < bytes.length; at += PART) parts.push({ part: bytes.toString('base64', at, at + PART) });
  return parts;
}

export function joinReply(messages: ReplyMessage[]): CallReply {
  const [first] = messages;
  if (first && 'ok' in first) return first;
  const bytes = messages.map((message) => Buffer.from('part' in message ? message.part : '', 'base64'));
  return JSON.parse(Buffer.concat(bytes).toString('utf8')) as CallReply;
}

import { Injectable } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { AwaitEvents } from '@repairline/messaging/consuming/catch-up';

/** Services that show what another has recorded: names of people, and asset numbers of completed repairs. */
const FOLLOWERS: Record<string, readonly string[]> = {
  identity: ['repairs', 'billing', 'analytics'],
  repairs: ['billing'],
};
const PATIENCE_MS = 1_500;

/** Delays an answer until other services show the change too: not for one that is down, and briefly for a slow one. */
@Injectable()
export class Followers {
  constructor(private readonly calls: CallClient) {}

  async afterFollowersCaughtUp<Answer>(of: string, context: CallContext, changing: Promise<Answer>): Promise<Answer> {
    const answer = await changing;
    const asked = { timeoutMs: PATIENCE_MS, nobodyListensMs: 0 };
    await Promise.allSettled(
      (FOLLOWERS[of] ?? []).map((name) => this.calls.call(AwaitEvents(name), { of }, context, asked)),
    );
    return answer;
  }
}

import { randomUUID } from 'node:crypto';
import {
  ChangeRole,
  CreateApiToken,
  DecideOnUser,
  RenameUser,
  RevokeApiToken,
} from '@repairline/contracts/identity/calls';
import type { SignedInUser, UserAccount } from '@repairline/contracts/identity/views';
import { DomainError } from '@repairline/contracts/domain-error';
import { answer, type CallHandler } from '@repairline/messaging/calls/serve-calls';

/** Identity's commands on other people's access, which know only these accounts, and on tokens. */
export class AccessStandIn {
  readonly accounts = new Map<string, UserAccount>();

  /** Adds an account that waits for approval. */
  add(user: SignedInUser): void {
    this.accounts.set(user.id, { ...user, approved: false, deniedAt: null, approvalCode: null, removable: false });
  }

  handlers(): CallHandler[] {
    return [
      answer(DecideOnUser, async ({ userId, approved }) => {
        const account = this.of(userId);
        const isDenied = !approved && !account.approved;
        return Object.assign(account, { approved, deniedAt: isDenied ? account.createdAt : null });
      }),
      answer(ChangeRole, async ({ userId, role }) => Object.assign(this.of(userId), { role })),
      answer(RenameUser, async ({ userId, name }) => Object.assign(this.of(userId), { name })),
      answer(CreateApiToken, async ({ name }) => {
        const times = {
          createdAt: '2026-01-05T15:00:00.000Z',
          lastUsedAt: null,
          expiresAt: '2027-01-05T15:00:00.000Z',
        };
        return { id: randomUUID(), name, ...times };
      }),
      answer(RevokeApiToken, async () => ({})),
    ];
  }

  private of(userId: string): UserAccount {
    const account = this.accounts.get(userId);
    if (!account) throw new DomainError({ code: 'user_not_found', message: 'There is no such user' });
    return account;
  }
}

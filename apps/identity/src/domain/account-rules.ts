import { DomainError } from '@repairline/contracts/domain-error';
import { API_TOKENS_MOST } from '@repairline/contracts/identity/requests';

export function isOfDomains(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** The address that a name reads as: characters that look the same count as the same, invisible ones not at all. */
export function readAsEmail(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase();
}

/**
 * A name that reads as somebody else's email would let one person pass for another, since people are looked up by
 * either. Addresses of the district's domains count even before anybody has signed in with them.
 */
export function readsAsAnothersEmail(
  name: string,
  { own, domains, taken }: { own: string; domains: readonly string[]; taken: boolean },
): boolean {
  const folded = readAsEmail(name);
  if (folded === own) return false;
  return taken || (/^[^\s@]+@[^\s@]+$/u.test(folded) && isOfDomains(folded, domains));
}

/** @param details the code is for whoever knows the account's password; Admins see it beside the account */
export function pendingApproval(details: { email: string; approvalCode?: string }): DomainError {
  return new DomainError({
    code: 'pending_approval',
    message: 'Your account is waiting for approval by an administrator',
    details,
  });
}

export function domainNotAllowed(domains: readonly string[]): DomainError {
  const allowed = domains.map((domain) => `@${domain}`).join(', ');
  return new DomainError({
    code: 'domain_not_allowed',
    message: `Only the school's email domain is allowed (${allowed})`,
  });
}

/** @param path the field that holds it */
export function passwordRejected(message: string, path = 'password'): DomainError {
  return new DomainError({ code: 'password_rejected', message, issues: [{ path, message }] });
}

/** Somebody else has given the person their password. */
export function passwordChangeRequired(email: string): DomainError {
  return new DomainError({
    code: 'password_change_required',
    message: 'This password is good once. Choose your own to sign in.',
    details: { email },
  });
}

/** @param retryAfter seconds */
export function tooManyAttempts(retryAfter: number): DomainError {
  return new DomainError({
    code: 'too_many_attempts',
    message: 'Too many sign-in attempts. Please wait a moment and try again.',
    details: { retryAfter },
  });
}

export function noLongerAdmin(): DomainError {
  return new DomainError({ code: 'admin_only', message: 'You are no longer an Admin, so this was not done' });
}

export function ownAccount(what: string): DomainError {
  return new DomainError({ code: 'own_account', message: `You cannot ${what}. Another Admin can.` });
}

export function nameIsAnEmail(): DomainError {
  const message = "A name cannot be somebody else's email";
  return new DomainError({ code: 'name_is_an_email', message, issues: [{ path: 'name', message }] });
}

export function tooManyTokens(): DomainError {
  const message = `You have ${API_TOKENS_MOST} tokens. Revoke one that you no longer need first.`;
  return new DomainError({ code: 'too_many_tokens', message });
}

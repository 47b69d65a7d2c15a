import { DomainError } from '@repairline/contracts/domain-error';

export function tooBusy(): DomainError {
  return new DomainError({
    code: 'conflict',
    message: 'Somebody else is changing this right now. Please try again.',
  });
}

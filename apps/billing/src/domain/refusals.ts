import { DomainError } from '@repairline/contracts/domain-error';

export function billingItemNotFound(): DomainError {
  return new DomainError({ code: 'billing_item_not_found', message: 'Completed repair not found' });
}

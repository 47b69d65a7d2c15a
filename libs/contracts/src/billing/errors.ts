import type { Errors } from '../domain-error';

export const billingErrors = {
  billing_item_not_found: { status: 404, message: 'Completed repair not found' },
} as const satisfies Errors;

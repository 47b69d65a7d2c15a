export type BillingErrorCode = 'billing_item_not_found';

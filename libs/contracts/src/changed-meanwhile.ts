import { type z } from 'zod';
import { DomainError } from './domain-error';

/**
 * The body of a change that may say in `expected` what its caller saw of the fields it changes, as their GET answers
 * them. If one of them has another value by now, and not the one that is sent, the change is refused.
 */
export function expecting<Change extends z.ZodRawShape, Shown extends z.ZodRawShape>(
  change: z.ZodObject<Change>,
  shown: z.ZodObject<Shown>,
) {
  return change.extend({ expected: shown.partial().optional() });
}

/**
 * The refusal of a change that expected something else. Each field by its name in the body and its name for people;
 * what they hold now is left out, as errors are logged.
 */
export function changedMeanwhile(fields: readonly (readonly [path: string, name: string])[]): DomainError {
  const names = fields.map(([, name]) => name).join(', ');
  const message = 'This has been changed in the meantime';
  return new DomainError({
    code: 'changed_meanwhile',
    message: `Changed by somebody else in the meantime: ${names}. Nothing was saved; look at it again before you replace it`,
    issues: fields.map(([path]) => ({ path, message })),
  });
}

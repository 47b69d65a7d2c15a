import { z } from 'zod';

/** Highest first, the order of the device list. */
export const priorities = ['High', 'Medium', 'Low'] as const;
export type Priority = (typeof priorities)[number];

/** For a new device that is given none. */
export const USUAL_PRIORITY: Priority = 'Medium';

const synonyms: Record<string, Priority> = { Major: 'High', Moderate: 'Medium', Minor: 'Low' };

/** Accepts High, Medium, Low, and Major, Moderate, Minor for the same three. */
export const priority = z.preprocess(
  (typed) => (typeof typed === 'string' ? (synonyms[typed] ?? typed) : typed),
  z.enum(priorities, {
    error: ({ input }) =>
      input === undefined || input === '' ? 'Priority is required' : 'Priority must be High, Medium or Low',
  }),
);

export function highest(all: readonly Priority[]): Priority | undefined {
  return priorities.find((candidate) => all.includes(candidate));
}

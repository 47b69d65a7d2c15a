import { z } from 'zod';

// Everything a person can type passes through one of these. Control characters other than line breaks and tabs are
// refused: they have no place in a name or a note and make exports and logs unreadable.

const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff]/u;
const LINE_BREAKS = /[\r\n\t]/u;
/** Characters without width or that change the direction of what follows. Some occur in names, none in numbers. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/u;

export const LIMITS = {
  assetNumber: 64,
  name: 120,
  model: 120,
  issue: 500,
  remarks: 4_000,
  email: 254,
  passwordMin: 8,
  passwordMax: 128,
} as const;

/** One line of text: trimmed, at most `max` code points, no control characters. */
export function line(label: string, max: number) {
  return z
    .string(`${label} must be text`)
    .trim()
    .max(max, `${label} can have at most ${max} characters`)
    .refine(
      (text) => isPrintable(text) && !LINE_BREAKS.test(text),
      `${label} contains characters that cannot be shown`,
    );
}

/** Text of several lines: trimmed, at most `max` code points, no control characters but line breaks and tabs. */
export function paragraph(label: string, max: number) {
  return z
    .string(`${label} must be text`)
    .trim()
    .max(max, `${label} can have at most ${max} characters`)
    .refine(isPrintable, `${label} contains characters that cannot be shown`);
}

/** A `line` in which there must be something to see; `message` is shown if there is not. */
export function requiredLine(label: string, max: number, message = 'Required') {
  return z
    .string(message)
    .trim()
    .min(1, { error: message, abort: true })
    .refine((text) => SEEN.test(text), { error: message, abort: true })
    .pipe(line(label, max));
}

function isPrintable(text: string): boolean {
  return !CONTROL_CHARACTERS.test(text) && text.isWellFormed();
}

/**
 * Every browser and client removes these two from a URL's path, encoded or not, so no device could be found by them.
 */
const NO_ADDRESS = new Set(['.', '..']);

export const assetNumber = requiredLine('Asset Number', LIMITS.assetNumber, 'Asset Number is required')
  .refine((typed) => !NO_ADDRESS.has(typed), "Asset Number cannot be '.' or '..'")
  .refine((typed) => !UNSEEN.test(typed), 'Asset Number contains characters that cannot be seen');

/** Equal for two texts that are the same asset number, ignoring case and compatibility forms. */
export function assetNumberKey(typed: string): string {
  return typed.trim().normalize('NFKC').toLowerCase();
}

export const email = z
  .string('Email is required')
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(LIMITS.email, `Email can have at most ${LIMITS.email} characters`)
  .pipe(z.email('Enter a valid email address'));

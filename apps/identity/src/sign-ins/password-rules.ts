import { dictionary } from '@zxcvbn-ts/language-common';
import { LIMITS } from '@repairline/contracts/texts/text';

/** What is wrong with a new password, or null. Length is in characters, not UTF-16 code units. */
export function passwordFault(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < LIMITS.passwordMin) return `The password needs at least ${LIMITS.passwordMin} characters`;
  if (length > LIMITS.passwordMax) return `The password can have at most ${LIMITS.passwordMax} characters`;
  if (foldedOf(password) === email) return 'The password must not be the email address';
  if (isTooCommon(password, email)) return 'This password is too common. Please choose another';
  return null;
}

const foldedOf = (password: string) => password.trim().toLowerCase();

/** 49,000 passwords from leaks, in lower case. */
const leaked = new Set(dictionary['passwords-common']);

/** What suggests itself at a school and here. */
const wordsAtHand = `
repairline repair repairs password welcome school schools student students teacher teachers teaching principal homework
classroom library reading science history english mathematics college university education graduate graduation
chromebook chromebooks laptop laptops technology technician helpdesk spring summer autumn fall winter january february
march april june july august september october november december monday tuesday wednesday thursday friday changeme
letmein login admin guest user secret qwerty football baseball basketball eagles tigers lions bulldog bulldogs wildcat
wildcats panther panthers
`
  .trim()
  .split(/\s+/u);

/** More than these behind a word is hard enough to guess. */
const SHORT_ENDING = 6;
const LETTERS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

/**
 * Whether a password is a leaked one or a run of keys, or such a word, or words that are at hand or those of the address
 * (its owner's name, the district's domain), with a short ending.
 */
export function isTooCommon(password: string, email: string): boolean {
  const folded = foldedOf(password);
  if (leaked.has(folded) || isRun(folded)) return true;
  const words = [...wordsAtHand, ...email.split(/[@._+-]/u)];
  return [folded, readLetters(folded)].some((read) => {
    const word = read.replace(/[^\p{L}]+$/u, '');
    return read.length - word.length <= SHORT_ENDING && (leaked.has(word) || isRun(word) || isMadeOf(words, word));
  });
}

/** `p@ssw0rd` is read as `password`; digits and signs at the end are an ending. */
function readLetters(text: string): string {
  const ending = /[^\p{L}]*$/u.exec(text)?.[0] ?? '';
  return (
    text.slice(0, text.length - ending.length).replaceAll(/[@4310!$5]/gu, (sign) => LETTERS[sign] ?? sign) + ending
  );
}

/** Whether the letters are nothing but these words, one after the other. */
function isMadeOf(words: readonly string[], text: string): boolean {
  const lettersOf = (written: string) => written.replaceAll(/[^\p{L}]/gu, '');
  const [letters, known] = [lettersOf(text), words.map(lettersOf).filter((word) => word.length > 2)];
  const ends = new Set([0]);
  for (const at of ends) {
    for (const word of known) if (letters.startsWith(word, at)) ends.add(at + word.length);
  }
  return letters !== '' && ends.has(letters.length);
}

const ROWS = ['12345678901234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm'];
const runs = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))];

/** One to four signs again and again, or keys that lie side by side. */
function isRun(text: string): boolean {
  return /^(.{1,4})\1+$/u.test(text) || (text.length > 3 && runs.some((row) => row.includes(text)));
}

import type { z } from 'zod';
import { assetNumber, line, paragraph, requiredLine } from './text';

const messages = (schema: z.ZodType, typed: unknown) => schema.safeParse(typed).error?.issues.map((i) => i.message);

// proves s5.generic.required
test.each([[undefined], [null], [7], [''], ['   ']])(
  'a required field without its own message says Required when given %j',
  (typed) => {
    expect(messages(requiredLine('Name', 10), typed)).toEqual(['Required']);
  },
);

test('a required field with its own message says that message', () => {
  expect(messages(requiredLine('Name', 10, 'Name cannot be empty'), ' ')).toEqual(['Name cannot be empty']);
});

test.each(['.', '..', ' .. '])(
  'an asset number cannot be %j, which a URL cannot contain as a path segment',
  (typed) => {
    expect(messages(assetNumber, typed)).toEqual(["Asset Number cannot be '.' or '..'"]);
  },
);

test.each(['...', '.1', 'CB/1', 'CB%2F1', '%'])(
  'an asset number may contain characters that a URL has to encode: %j',
  (typed) => {
    expect(assetNumber.parse(typed)).toBe(typed);
  },
);

test.each(['CB\u200b-1', 'CB\u00ad1', '\u202e1-BC', '\u2060CB-1'])(
  'an asset number with an invisible character is refused: %j',
  (typed) => {
    expect(messages(assetNumber, typed)).toEqual(['Asset Number contains characters that cannot be seen']);
  },
);

test.each(['\u200b', '\u3164', '\u200b \u200d'])('text of which nothing can be seen is empty: %j', (typed) => {
  expect(messages(assetNumber, typed)).toEqual(['Asset Number is required']);
  expect(messages(requiredLine('Name', 10, 'Name cannot be empty'), typed)).toEqual(['Name cannot be empty']);
});

test('names may contain zero-width joiners and non-joiners', () => {
  for (const name of ['می\u200cخواهم', 'क्\u200dष']) expect(line('Name', 20).parse(name)).toBe(name);
});

test('text is trimmed before its length is checked', () => {
  expect(line('Name', 3).parse('  abc  ')).toBe('abc');
  expect(messages(line('Name', 3), 'abcd')).toEqual(['Name can have at most 3 characters']);
});

test('a character outside the Basic Multilingual Plane counts as one', () => {
  for (const text of [line('Name', 3), paragraph('Name', 3)]) {
    expect(text.parse('🔋🔋🔋')).toBe('🔋🔋🔋');
    expect(messages(text, '🔋🔋🔋🔋')).toEqual(['Name can have at most 3 characters']);
  }
});

test.each(['\u0000', '\u0007', '\u001b', '\u007f', '\u2028', '\ud800'])(
  'control characters, line separators and lone surrogates are refused (%j)',
  (character) => {
    for (const schema of [line('Note', 10), paragraph('Note', 10)]) {
      expect(messages(schema, `a${character}b`)).toEqual(['Note contains characters that cannot be shown']);
    }
  },
);

test('line breaks are allowed in paragraphs and refused in single-line fields', () => {
  expect(paragraph('Note', 10).parse('a\r\n\tb')).toBe('a\r\n\tb');
  expect(messages(line('Name', 10), 'a\nb')).toEqual(['Name contains characters that cannot be shown']);
});

const SINGLE_QUOTES = /[`\u00b4\u02b9-\u02bd\u02c8\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/gu;
const DOUBLE_QUOTES = /[\u00ab\u00bb\u05f4\u201c-\u201f\u2033\u2036\uff02]/gu;
const DASHES = /[\p{Dash_Punctuation}\u2212]/gu;
/** The marks on Latin, Greek and Cyrillic letters. In other scripts a mark makes another letter, and stays. */
const MARKS_AND_UNSEEN = /[\u0300-\u036f]|\p{Default_Ignorable_Code_Point}/gu;
/** Letters that Unicode does not take apart, and the final sigma. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Text as searches compare it, ignoring case, accents, Unicode forms, and which quotes and dashes were typed. */
export function foldForSearch(text: string): string {
  return text
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .normalize('NFKD')
    .replace(MARKS_AND_UNSEEN, '')
    .replace(DASHES, '-')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');
}

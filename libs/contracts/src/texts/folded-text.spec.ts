import { foldForSearch } from './folded-text';

test.each([
  ['Seán O’Connor', "SEAN O'CONNOR"],
  ['Seán O‘Connor', 'Sean O´Connor'],
  ['Kaʻiulani', 'Ka`iulani'],
  ['Anna–Lena', 'Anna-Lena'],
  ['Anna\u2011Lena', 'anna−lena'],
  ['“Mia” «Ola»', '"mia" "ola"'],
  ['A\u030Angel', 'ångel'],
  ['Ｎｏａ\u00a0Ｌｉ', 'noa li'],
  ['Łukasz Sørensen', 'lukasz sorensen'],
  ['Straße', 'STRASSE'],
  ['İpek Yıldız', 'ipek yildiz'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Li\u200bam', 'Liam'],
])('%j and %j are the same to a search', (one, other) => {
  expect(foldForSearch(one)).toBe(foldForSearch(other));
});

test.each([
  ['ば', 'は'],
  ['क्या', 'कया'],
  ['CB-1', 'CB1'],
  ["O'Connor", 'OConnor'],
])('%j and %j stay different to a search', (one, other) => {
  expect(foldForSearch(one)).not.toBe(foldForSearch(other));
});

test('folded text stays as it is when folded again', () => {
  for (const text of ['Seán O’Connor – “ΟΔΟΣ”', '각 ½ … ´', 'İßÆ']) {
    expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
  }
});

import { csvLine } from './csv-line';

test('cells are separated by commas and a line ends with CRLF [d.csv.crlf]', () => {
  expect(csvLine(['CB-1', '', null, true, false])).toBe('CB-1,,,Yes,No\r\n');
});

test('a cell with a comma, a quote or a line break is quoted, its quotes doubled [d.csv.rfc-4180]', () => {
  expect(csvLine(['a,b', 'say "no"', 'one\r\ntwo', 'one\ntwo', 'plain'])).toBe(
    '"a,b","say ""no""","one\r\ntwo","one\ntwo",plain\r\n',
  );
});

test.each(['=', '+', '-', '@', '\t', '\r'])(
  'a cell that begins with %j gets a prefix that makes it text [d.csv.formula-prefix]',
  (sign) => {
    const line = csvLine([`${sign}1+2`]);
    expect(line).toBe(sign === '\r' ? `"'${sign}1+2"\r\n` : `'${sign}1+2\r\n`);
  },
);

test('a formula with a comma gets the prefix first and is then quoted', () => {
  expect(csvLine(['=HYPERLINK("http://x","y")'])).toBe('"\'=HYPERLINK(""http://x"",""y"")"\r\n');
});

test('a sign further on, a space or an apostrophe stays as it was typed', () => {
  expect(csvLine(['1-2', ' =1', "'quoted'", 'naïve 日本 👩‍🔧'])).toBe("1-2, =1,'quoted',naïve 日本 👩‍🔧\r\n");
});

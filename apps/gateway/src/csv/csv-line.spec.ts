import { csvLine } from './csv-line';

// proves d.csv.crlf
test('cells are separated by commas and a line ends with CRLF', () => {
  expect(csvLine(['CB-1', '', null, true, false])).toBe('CB-1,,,Yes,No\r\n');
});

// proves d.csv.rfc-4180
test('a cell with a comma, a quote or a line break is quoted, its quotes doubled', () => {
  expect(csvLine(['a,b', 'say "no"', 'one\r\ntwo', 'one\ntwo', 'plain'])).toBe(
    '"a,b","say ""no""","one\r\ntwo","one\ntwo",plain\r\n',
  );
});

// proves d.csv.formula-prefix
test.each(['=', '+', '-', '@', '\t', '\r'])('a cell that begins with %j gets a prefix that makes it text', (sign) => {
  const line = csvLine([`${sign}1+2`]);
  expect(line).toBe(sign === '\r' ? `"'${sign}1+2"\r\n` : `'${sign}1+2\r\n`);
});

test('a formula with a comma gets the prefix first and is then quoted', () => {
  expect(csvLine(['=HYPERLINK("http://x","y")'])).toBe('"\'=HYPERLINK(""http://x"",""y"")"\r\n');
});

test('a sign further on, a space or an apostrophe stays as it was typed', () => {
  expect(csvLine(['1-2', ' =1', "'quoted'", 'naïve 日本 👩‍🔧'])).toBe("1-2, =1,'quoted',naïve 日本 👩‍🔧\r\n");
});

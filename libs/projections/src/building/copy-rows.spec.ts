import { copyLine } from './copy-rows';

test('a row becomes one line of COPY’s text format, with special characters escaped', () => {
  const row = { a: 'tab\there', b: 'two\nlines\r', c: 'back\\slash', d: null, e: 12.5, f: true, g: { deep: ['x\ny'] } };
  expect(copyLine(row, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'missing'])).toBe(
    'tab\\there\ttwo\\nlines\\r\tback\\\\slash\t\\N\t12.5\ttrue\t{"deep":["x\\\\ny"]}\t\\N\n',
  );
});

test('an empty string and null are written differently', () => {
  expect(copyLine({ a: '', b: null }, ['a', 'b'])).toBe('\t\\N\n');
});

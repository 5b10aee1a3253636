// Tables and CSV of the operator's command line.
import { expect, test } from 'vitest';
import { csvLine } from '#domain/csv';
import { tableLines } from '#scripts/operator/tabular';

test('CSV quotes what it must and lets nothing begin as a formula', () => {
  const cells = ['=1+1', '+x', '-5', '-x', '@a', '\tx', 'a,b', 'say "hi"', '=1,2', 'clean', '1.5'];
  expect(csvLine(cells)).toBe(`'=1+1,'+x,-5,'-x,'@a,'\tx,"a,b","say ""hi""","'=1,2",clean,1.5`);
});

test('a table stands numbers on the right and shows no control characters', () => {
  expect(
    tableLines([
      ['brand', 'signups'],
      ['a\u001bb', '7'],
      ['brand', '1200'],
    ]),
  ).toEqual(['brand  signups', 'a b          7', 'brand     1200']);
});

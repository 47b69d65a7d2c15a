import { render, screen } from '@testing-library/react';
import { workLines, WorkPerformed } from './work-performed';

test('each line of work is listed separately, without asterisks and blank lines', () => {
  expect(workLines('* Replaced **LCD** panel\r\n\n  *Tested touch \n***')).toEqual([
    'Replaced LCD panel',
    'Tested touch',
  ]);
});

test('comments are shown under Notes even if no work is recorded', () => {
  render(<WorkPerformed actions="" comments=" Under warranty " />);
  expect(screen.getByText('Notes:').closest('p')?.textContent).toBe('Notes: Under warranty');
  expect(screen.queryByRole('list')).toBeNull();
});

test('without work and comments the cell says that no work is recorded', () => {
  render(<WorkPerformed actions=" * " comments={null} />);
  expect(screen.getByText('No work details recorded')).toBeTruthy();
});

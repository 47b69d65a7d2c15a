import { fireEvent, render, screen } from '@testing-library/react';
import { NotesCell } from './notes-cell';
import type { NotesEditor } from './use-billing-notes';

function show(notes: string) {
  const open = jest.fn();
  const editor = { notes, open } as Partial<NotesEditor> as NotesEditor;
  render(<NotesCell assetNumber="CB-1" editor={editor} />);
  return open;
}

test('long notes are folded, told in full, and unfolded without being edited', () => {
  const notes = 'Sent back by the district, with a new form. '.repeat(80).trim();
  const open = show(notes);
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
  expect(open).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: `Billing Notes of CB-1: ${notes}` }));
  expect(open).toHaveBeenCalledTimes(1);
});

test('short notes are only there to be edited', () => {
  show('PO 1');
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

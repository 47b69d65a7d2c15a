import { fireEvent, render, screen } from '@testing-library/react';
import { NotesCell } from './notes-cell';
import type { NotesEditor } from './use-billing-notes';

function edit(typed: string, notes = '') {
  const editor = { notes, typed } as Partial<NotesEditor> as NotesEditor;
  return <NotesCell assetNumber="CB-1" editor={editor} />;
}

function show(notes: string) {
  const open = jest.fn();
  const editor = { notes, open } as Partial<NotesEditor> as NotesEditor;
  render(<NotesCell assetNumber="CB-1" editor={editor} />);
  return open;
}

test('long notes are folded, have an accessible name in full, and unfold without being edited', () => {
  const notes = 'Sent back by the district, with a new form. '.repeat(80).trim();
  const open = show(notes);
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
  expect(open).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: `Billing Notes of CB-1: ${notes}` }));
  expect(open).toHaveBeenCalledTimes(1);
});

test('short notes have only the button that edits them', () => {
  show('PO 1');
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

test('an editor takes the focus at the end of its text, unless another field has the focus', () => {
  const { rerender } = render(<input aria-label="Search" />);
  rerender(
    <>
      <input aria-label="Search" />
      {edit('PO 1')}
    </>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Billing Notes of CB-1' });
  expect(document.activeElement).toBe(field);
  expect(field.selectionStart).toBe(4);

  rerender(<input aria-label="Search" />);
  screen.getByLabelText('Search').focus();
  rerender(
    <>
      <input aria-label="Search" />
      {edit('PO 1')}
    </>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});

test('an editor in which nothing was typed leaves the focus alone when the person comes back to the screen', () => {
  render(edit('PO 1', 'PO 1'));
  expect(screen.getByRole('textbox', { name: 'Billing Notes of CB-1' })).not.toBe(document.activeElement);
});

test('an editor that a person has just opened takes the focus', () => {
  const open = jest.fn();
  const closed = { notes: 'PO 1', open } as Partial<NotesEditor> as NotesEditor;
  const { rerender } = render(<NotesCell assetNumber="CB-1" editor={closed} />);
  fireEvent.click(screen.getByRole('button', { name: 'Billing Notes of CB-1: PO 1' }));
  rerender(edit('PO 1', 'PO 1'));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Billing Notes of CB-1' }));
});

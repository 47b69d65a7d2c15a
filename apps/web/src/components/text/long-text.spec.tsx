import { fireEvent, render, screen } from '@testing-library/react';
import { LongText } from './long-text';

test('a long text is folded but complete, and its button says whether it is expanded', () => {
  const text = 'The hinge is loose. '.repeat(40);
  render(<LongText text={text} />);
  expect(screen.getByText(text.trim())).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Show all' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button);
  expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
});

test('a short text has no button', () => {
  render(<LongText text="Bent lid" />);
  expect(screen.queryByRole('button')).toBeNull();
});

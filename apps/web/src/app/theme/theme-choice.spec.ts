import { savedTheme, saveTheme } from './theme-choice';

beforeEach(() => localStorage.clear());

test('the theme is that of the system until one is chosen', () => {
  expect(savedTheme()).toBe('system');
  localStorage.setItem('vite-ui-theme', 'purple');
  expect(savedTheme()).toBe('system');
});

test('the choice is kept in the browser', () => {
  saveTheme('dark');
  expect(localStorage.getItem('vite-ui-theme')).toBe('dark');
  expect(savedTheme()).toBe('dark');
});

import { savedTheme, saveTheme } from './theme-choice';

beforeEach(() => localStorage.clear());

test('the theme follows the system while no valid choice is stored', () => {
  expect(savedTheme()).toBe('system');
  localStorage.setItem('vite-ui-theme', 'purple');
  expect(savedTheme()).toBe('system');
});

test('the chosen theme is kept in local storage', () => {
  saveTheme('dark');
  expect(localStorage.getItem('vite-ui-theme')).toBe('dark');
  expect(savedTheme()).toBe('dark');
});

// Runs before anything is drawn, because the page would begin in the system's theme if a person has chosen the other
// one. Once it runs, `theme.tsx` does the same.
let choice;
try {
  choice = localStorage.getItem('vite-ui-theme');
} catch {
  // In a browser without storage, the theme follows the system.
}
const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
const { style } = document.documentElement;
style.colorScheme = dark ? 'dark' : 'light';
style.backgroundColor = dark ? '#1f1f1f' : '#fafafa';

// Runs before the page is drawn: it would appear in the system's theme first, and then change to the one that was
// chosen. It stands alone, so it repeats what `theme-choice.ts` and `brand.ts` say; `first-theme.spec.ts` compares.
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

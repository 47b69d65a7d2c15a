import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { rememberFocus } from './components/focus-memory';
import './app/global.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
rememberFocus();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

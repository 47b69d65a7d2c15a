import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { reloadOnMissingChunk } from './components/late/reload-on-missing-chunk';
import { store } from './app/store';
import { reloadKeepingDrafts } from './components/forms/drafts-over-reload';
import { rememberFocus } from './components/input/focus-memory';
import { ignoreSecondClicks } from './components/input/ignore-double-click';
import { suppressKeyRepeatOnButtons } from './components/input/key-repeat';
import { catchLostFocus } from './components/input/lost-focus';
import './app/global.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
rememberFocus();
catchLostFocus();
suppressKeyRepeatOnButtons();
ignoreSecondClicks();
reloadOnMissingChunk(() => reloadKeepingDrafts(store.getState()));
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

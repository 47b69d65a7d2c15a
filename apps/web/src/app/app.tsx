import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { PartBoundary } from '../components/late/late-part';
import { Toaster } from '../components/toasts/toaster';
import { Tooltips } from '../components/tooltip/tooltips';
import { SignedInGate } from './signed-in-gate';
import { store } from './store';
import { ThemeProvider } from './theme/theme';

export function App() {
  return (
    <Provider store={store}>
      <ThemeProvider>
        <BrowserRouter>
          <PartBoundary>
            <SignedInGate />
          </PartBoundary>
        </BrowserRouter>
        <Toaster />
        <Tooltips />
      </ThemeProvider>
    </Provider>
  );
}

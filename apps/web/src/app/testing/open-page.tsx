import type { SignedInUser } from '@repairline/contracts/identity/views';
import { act, render, screen } from '@testing-library/react';
import { api } from '../../api/api';
import { draftsDropped } from '../../components/forms/drafts';
import { toastClosed } from '../../components/toasts/toast-slice';
import { openFormStore, Refusal } from '../../features/testing/form-store';
import type { Answers } from '../../features/testing/open-screen';
import { App } from '../app';
import { store } from '../store';

/** For as long as nothing else is answered, there is nothing yet. */
const nothing: Answers = {
  'GET csrf-token': { csrfToken: 'token' },
  'GET district': { schools: [], emailDomains: ['school.example'], timeZone: 'UTC' },
  'GET sessions/current': null,
  'GET users': [],
  'GET devices': [],
  'GET repair-logs': [],
  'GET stats': { intake: 0, inProgress: 0, completed: 0, parts: 0 },
};

/** What a browser has and jsdom lacks. The socket stays silent. */
const browser = {
  WebSocket: class {
    close() {}
  },
  scrollTo: () => undefined,
};

/**
 * Opens the whole page at the path, for a person who is signed in, or for nobody. What `server` holds, by method and
 * path as in 'GET devices/CB-1', may change at any time. `calls` collects all calls.
 */
export async function openPage(path: string, user: SignedInUser | null, answers: Answers = {}) {
  const server: Answers = { ...nothing, 'GET auth/user': user ? { user } : new Refusal('', 401), ...answers };
  const { calls, sent } = openFormStore((url, _, method) => {
    const answer = server[`${method} ${url.split('?')[0]?.slice('/api/'.length)}`];
    if (answer === undefined) return new Refusal('Not found', 404);
    return typeof answer === 'function' ? (answer as () => unknown)() : answer;
  });
  Object.assign(globalThis, browser);
  performance.getEntriesByType = () => [];
  forgetLastPage();
  history.replaceState(null, '', path);
  render(<App />);
  const asked = (address: string) => calls.filter(({ url }) => url.split('?')[0] === `/api/${address}`).length;
  return { server, calls, sent, asked };
}

/** The product has one store. */
function forgetLastPage() {
  act(() => {
    store.dispatch(api.util.resetApiState());
    store.dispatch(draftsDropped());
    store.dispatch(toastClosed(store.getState().toast?.id ?? ''));
  });
}

/** As the browser's own buttons do. */
export async function goTo(path: string): Promise<void> {
  await act(async () => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  });
}

/** The menu, opened. */
export async function openUserMenu(): Promise<HTMLElement> {
  const button = await screen.findByLabelText(/^User menu/u);
  act(() => button.click());
  return (await screen.findByRole('menu')).parentElement as HTMLElement;
}

import { setupListeners } from '@reduxjs/toolkit/query';
import { builtInSchools } from '@repairline/contracts/district';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { fireEvent, render, screen } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { Toaster } from '../../components/toasts/toaster';
import { openFormStore, Refusal } from './form-store';

export const member = { id: 'u1', email: 'rosa@school.example', name: 'Rosa Lind', role: 'Member' } as SignedInUser;
export const admin: SignedInUser = { ...member, role: 'Admin' };

/** Answers by method and path, as in 'GET devices/CB-1'; a function is given the body and the parameters of the call. */
export type Answers = Record<string, unknown>;
type Answering = (body: unknown, params: URLSearchParams) => unknown;

/**
 * Shows a screen, with toasts, on a store and a server of its own. What `server` holds may change at any time; what it
 * lacks is not found. `calls` collects all calls.
 */
export function openScreen(shown: ReactNode, answers: Answers, at = '/') {
  const server: Answers = {
    'GET csrf-token': { csrfToken: 'token' },
    'GET district': { schools: builtInSchools, timeZone: 'UTC' },
    'GET users': [member],
    ...answers,
  };
  const { store, calls, sent } = openFormStore((url, body, method) => {
    const { pathname, searchParams } = new URL(url, 'http://any');
    const answer = server[`${method} ${pathname.slice('/api/'.length)}`];
    if (answer === undefined) return new Refusal('Not found', 404);
    return typeof answer === 'function' ? (answer as Answering)(body, searchParams) : answer;
  });
  function Screen() {
    // As in the product: queries may be refetched when the window gets the focus.
    useEffect(() => setupListeners(store.dispatch), []);
    return (
      <>
        {shown}
        <Toaster />
      </>
    );
  }
  // What jsdom lacks.
  window.scrollTo = () => undefined;
  history.replaceState(null, '', at);
  render(
    <Provider store={store}>
      <BrowserRouter>
        <Screen />
      </BrowserRouter>
    </Provider>,
  );
  /** How many calls have asked for the path. */
  const reads = (path: string) => calls.filter(({ url }) => url.split('?')[0] === `/api/${path}`).length;
  return { server, store, calls, sent, reads };
}

/** The toast with exactly these lines; `role` is 'alert' for a failure. */
export async function findToast(role: 'alert' | 'status', title: string, body = ''): Promise<HTMLElement> {
  const line = await screen.findByText(body || title, { selector: '[aria-label="Notifications"] *' });
  const toast = line.closest<HTMLElement>('[role]');
  expect([toast?.getAttribute('role'), toast?.textContent]).toEqual([role, `${title}${body}`]);
  // The next toast may have the same text.
  fireEvent.click(screen.getByLabelText('Dismiss'));
  return toast as HTMLElement;
}

/** A call that stays under way until `go` is called. */
export function held(answer: unknown) {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  return { answer: () => promise, go: () => resolve(answer) };
}

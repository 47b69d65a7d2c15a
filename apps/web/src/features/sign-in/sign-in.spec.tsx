import { act, fireEvent, screen } from '@testing-library/react';
import { Refusal } from '../testing/form-store';
import { held, openScreen } from '../testing/open-screen';
import { SignIn } from './sign-in';

const ELSEWHERE = "Only the school's email domain is allowed";

/** The login screen with a server that answers sign-ins like this. */
const open = (answer: unknown) =>
  openScreen(<SignIn endedFor={undefined} />, { 'GET district': { emailDomains: [] }, 'POST login': answer });
const loginsOf = ({ calls }: ReturnType<typeof open>) => calls.filter(({ url }) => url === '/api/login');

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const button = () => screen.getByRole('button', { name: /^Sign/u });
const press = () => fireEvent.click(button());
function fillIn() {
  type(/^Email/u, 'rosa@elsewhere.example');
  type(/^Password/u, 'something long');
}

// proves s5.login.email-required s5.login.password-required
test('the form is not sent without an email and a password', () => {
  const opened = open({});
  type(/^Password/u, 'something long');
  press();
  expect(field(/^Email/u).getAttribute('aria-invalid')).toBe('true');
  fillIn();
  type(/^Password/u, '');
  press();
  expect(field(/^Password/u).getAttribute('aria-invalid')).toBe('true');
  expect(loginsOf(opened)).toEqual([]);
});

test('a new attempt clears the error of the last one, even if it is not sent', async () => {
  open(new Refusal(ELSEWHERE, 403));
  fillIn();
  press();
  expect(await screen.findByText(ELSEWHERE)).toBeTruthy();
  type(/^Email/u, 'x');
  press();
  expect(screen.getByText('Enter a valid email address')).toBeTruthy();
  expect(screen.queryByText(ELSEWHERE)).toBeNull();
});

// proves s2.login.signing-in-pending
test('the button keeps the focus while the sign-in is being sent, and sends it only once', async () => {
  const { answer, go } = held(new Refusal(ELSEWHERE, 403));
  const opened = open(answer);
  fillIn();
  button().focus();
  press();
  expect(button().textContent).toBe('Signing in...');
  expect(button().matches('[aria-disabled="true"]:enabled')).toBe(true);
  press();
  await act(async () => go());
  expect(await screen.findByText(ELSEWHERE)).toBeTruthy();
  expect(button().textContent).toBe('Sign In');
  expect(document.activeElement).toBe(button());
  // Each call may be retried.
  expect(new Set(loginsOf(opened).map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
});

// proves s2.login.error-alert s7.auth.login-server-message s8.failure.login-fallback s8.failure.login-403
test.each([
  ['The moon is too bright', 500, 'The moon is too bright'],
  ['', 500, 'Login failed'],
  ['Only our school', 403, 'Only our school'],
])('a failed sign-in keeps what was typed and shows the reason: %j, %j', async (message, status, shown) => {
  open(new Refusal(message, status));
  fillIn();
  press();
  expect((await screen.findByRole('alert')).textContent).toBe(shown);
  expect([field(/^Email/u).value, field(/^Password/u).value]).toEqual(['rosa@elsewhere.example', 'something long']);
});

// proves s2.login.pending-screen-title s2.login.pending-screen-email s2.login.pending-screen-steps
// proves s2.login.pending-screen-admin-reviews s2.login.pending-screen-then-log-in s9.approval-business-days
// proves s2.login.pending-screen-contact-admin s2.login.pending-screen-back
test('a person who is not yet approved sees what happens next instead of the form, and can go back to it', async () => {
  open(new Refusal('Wait', 403, { type: 'pending_approval', email: 'rosa@school.example' }));
  fillIn();
  press();
  const title = await screen.findByRole('heading', { name: 'Account Pending Approval' });
  expect(document.activeElement).toBe(title);
  expect(document.title).toBe('Account Pending Approval · Repairline');
  expect(screen.queryByLabelText(/^Password/u)).toBeNull();
  expect(screen.getByText('rosa@school.example')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Account Created',
    'Awaiting Approval',
    'An admin reviews your account',
    'Approval takes 1-2 business days',
    'Then you log in normally',
  ]);
  expect(screen.getByText(/Contact an admin at your school/u)).toBeTruthy();
  fireEvent.click(screen.getByText('Back to Login'));
  expect(screen.getByRole('heading', { name: 'Sign in to Repairline' })).toBeTruthy();
  expect(field(/^Password/u)).toBeTruthy();
});

test('the pending screen shows the code by which an admin recognizes the person', async () => {
  const opened = open(
    new Refusal('Wait', 403, { type: 'pending_approval', email: 'rosa@school.example', approvalCode: 'K7M-2QX' }),
  );
  fillIn();
  press();
  expect(await screen.findByText('K7M-2QX')).toBeTruthy();
  expect(opened.sent.at(-1)).toEqual({
    ...{ email: 'rosa@elsewhere.example', password: 'something long' },
    withApprovalCode: true,
  });
});

test('whoever is here for the first time is told what signing in does, and types the password twice', async () => {
  const opened = open(new Refusal('Wait', 403, { type: 'pending_approval', email: 'rosa@school.example' }));
  expect(screen.queryByText(/makes your account/u)).toBeNull();
  fireEvent.click(screen.getByText('First time here?'));
  expect(screen.getByText(/makes your account with this password/u)).toBeTruthy();
  fillIn();
  type(/^Repeat/u, 'something else');
  press();
  expect(await screen.findByText('The two passwords differ')).toBeTruthy();
  expect(loginsOf(opened)).toEqual([]);
  type(/^Repeat/u, 'something long');
  press();
  expect(await screen.findByRole('heading', { name: 'Account Pending Approval' })).toBeTruthy();
});

test('what is typed as a password is shown on request', () => {
  open({});
  fillIn();
  expect(field(/^Password/u).type).toBe('password');
  fireEvent.click(screen.getByLabelText('Show what you type'));
  expect(field(/^Password/u).type).toBe('text');
});

test('a wrong password says who can help; another failure does not', async () => {
  const { server } = open(new Refusal('Invalid email or password', 401, { type: 'invalid_credentials' }));
  fillIn();
  press();
  expect(await screen.findByText(/An admin can reset it/u)).toBeTruthy();
  server['POST login'] = new Refusal(ELSEWHERE, 403);
  press();
  expect(await screen.findByText(ELSEWHERE)).toBeTruthy();
  expect(screen.queryByText(/An admin can reset it/u)).toBeNull();
});

test('a one-time password asks for one of their own, with which the person is signed in', async () => {
  const refusal = new Refusal('Choose your own', 403, {
    type: 'password_change_required',
    email: 'rosa@school.example',
  });
  const { server, sent } = open(refusal);
  fillIn();
  press();
  const title = await screen.findByRole('heading', { name: 'Choose your own password' });
  expect(document.activeElement).toBe(title);
  type(/^New password/u, 'velvet-harbour-88');
  type(/^Repeat new password/u, 'velvet-harbour-8');
  fireEvent.click(screen.getByText('Save and sign in'));
  expect(await screen.findByText('The two passwords differ')).toBeTruthy();
  type(/^Repeat new password/u, 'velvet-harbour-88');
  const message = 'This password is too common. Please choose another';
  server['POST login'] = new Refusal(message, 400, {
    type: 'password_rejected',
    issues: [{ path: 'newPassword', message }],
  });
  fireEvent.click(screen.getByText('Save and sign in'));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(sent.at(-1)).toEqual({
    ...{ email: 'rosa@elsewhere.example', password: 'something long' },
    newPassword: 'velvet-harbour-88',
  });
});

import { config } from './config';

const needed = {
  NATS_URL: 'nats://localhost:4222',
  DATABASE_URL: 'postgres://localhost/repairline',
  DATA_KEY: '0f'.repeat(32),
};

/** What the process would have printed before it exited, or null if it starts. */
function complaintOf(environment: Record<string, string>): string | null {
  const said: string[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${String(code)}`);
  });
  try {
    config({ ...needed, ...environment });
    return null;
  } catch (error) {
    expect(error).toEqual(new Error('exit 78'));
    return said.join('');
  } finally {
    write.mockRestore();
    exit.mockRestore();
  }
}

// proves d.config.admin-email-default
test('the default address of the first Admin is in the first domain', () => {
  const settings = config({ ...needed, SCHOOL_EMAIL_DOMAINS: 'first.example,second.example' });
  expect(settings.ADMIN_EMAIL).toBe('admin@first.example');
});

// proves d.config.session-idle-default d.config.session-max-default
test('by default a sign-in lasts 12 hours without use and 168 hours at most', () => {
  expect(config(needed)).toMatchObject({ SESSION_IDLE_HOURS: 12, SESSION_MAX_HOURS: 168 });
});

test('a shorter longest sign-in shortens the 12 hours without use', () => {
  expect(config({ ...needed, SESSION_MAX_HOURS: '8' })).toMatchObject({ SESSION_IDLE_HOURS: 8 });
});

function expectOneLine(environment: Record<string, string>, reason: string) {
  const complaint = complaintOf(environment);
  expect(complaint).toContain(reason);
  expect(complaint?.trim().split('\n')).toHaveLength(1);
}

// proves d.config.admin-email-outside-domains
test.each([
  [{ ADMIN_EMAIL: 'ada@elsewhere.example' }, 'ADMIN_EMAIL must be an address of school.example'],
  [{ SCHOOL_EMAIL_DOMAINS: 'one.example', ADMIN_EMAIL: 'ada@school.example' }, 'ADMIN_EMAIL must be an address of one'],
])('an ADMIN_EMAIL outside the domains (%j) stops the start with one line', expectOneLine);

// proves d.config.admin-password-rules
test.each([
  [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD cannot be used: The password needs at least 8 characters'],
  [{ ADMIN_PASSWORD: 'x'.repeat(129) }, 'ADMIN_PASSWORD cannot be used: '],
  [{ ADMIN_PASSWORD: 'password123' }, 'ADMIN_PASSWORD cannot be used: This password is too common'],
  [{ ADMIN_EMAIL: 'ada@school.example', ADMIN_PASSWORD: 'Ada@school.example' }, 'must not be the email address'],
])('an ADMIN_PASSWORD against the rules (%j) stops the start with one line', expectOneLine);

test.each([
  [{ ADMIN_EMAIL: 'ada' }, 'ADMIN_EMAIL Enter a valid email address'],
  [{ SESSION_IDLE_HOURS: 'long' }, 'SESSION_IDLE_HOURS must be a number of hours'],
  [{ SESSION_MAX_HOURS: '-1' }, 'SESSION_MAX_HOURS must be more than 0'],
  [{ SESSION_MAX_HOURS: '9000' }, 'SESSION_MAX_HOURS must be at most 8760'],
  [{ SESSION_MAX_HOURS: '8', SESSION_IDLE_HOURS: '9' }, 'SESSION_IDLE_HOURS must not be more than SESSION_MAX_HOURS'],
])('the invalid setting %j stops the start with one line', expectOneLine);

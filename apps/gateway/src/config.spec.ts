import { config } from './config';

const given = { NATS_URL: 'nats://localhost:4222', SESSION_SECRET: 'x'.repeat(32) };

describe('configuration', () => {
  let line = '';
  beforeEach(() => {
    line = '';
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => (line = String(text)) !== '');
    jest.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('ended');
    });
  });
  afterEach(() => jest.restoreAllMocks());

  // proves d.config.port-default d.config.email-domains-default
  it('has its defaults', () => {
    expect(config(given)).toMatchObject({ PORT: 3000, SCHOOL_EMAIL_DOMAINS: ['school.example'] });
  });

  it.each([
    ['production', 'https://r.example'],
    ['production', 'http://localhost:3000'],
    ['', 'http://r.example'],
  ])('in NODE_ENV=%s people may use %s', (NODE_ENV, PUBLIC_ORIGIN) => {
    expect(config({ ...given, NODE_ENV, PUBLIC_ORIGIN })).toMatchObject({ PUBLIC_ORIGIN });
  });

  it.each([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://r.example/path' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'r.example' }],
    ['PUBLIC_ORIGIN', { NODE_ENV: 'production' }],
    ['PUBLIC_ORIGIN', { NODE_ENV: 'production', PUBLIC_ORIGIN: 'http://r.example' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'short' }],
    ['DISTRICT_TIMEZONE', { DISTRICT_TIMEZONE: 'Mars/Base' }],
  ])('%s of %j ends the start with one line that names it', (name, wrong) => {
    expect(() => config({ ...given, ...wrong })).toThrow('ended');
    expect(line).toMatch(new RegExp(`^Configuration: ${name} [^\\n]+\\n$`, 'u'));
  });
});

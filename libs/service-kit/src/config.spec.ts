import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { districtConfig, readConfig, readWrittenFile, serviceConfig } from './config';

const complete = {
  NATS_URL: 'nats://localhost:4222',
  DATABASE_URL: 'postgres://repairs@localhost/repairline',
  DATA_KEY: '0'.repeat(64),
};

describe('configuration', () => {
  let lines: string[];
  beforeEach(() => {
    lines = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    jest.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${String(code)}`);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  test('is read with its defaults, and an empty variable counts as unset', () => {
    const config = readConfig(serviceConfig, { ...complete, LOG_LEVEL: '', HEALTH_PORT: '8080' });
    expect(config).toMatchObject({ LOG_LEVEL: 'info', HEALTH_PORT: 8080 });
    expect(config.DATA_KEY).toHaveLength(32);
  });

  test.each([
    ['DATABASE_URL', 'mysql://localhost', /DATABASE_URL must be a postgresql/u],
    ['DATABASE_URL', 'postgres://repairs:p#1@localhost/repairline', /DATABASE_URL must be a .* percent-encoded/u],
    ['NATS_URL', 'nats://repairs:p#1@localhost:4222', /NATS_URL must look like nats:/u],
    ['NATS_CALLS_URL', 'http://localhost', /NATS_CALLS_URL must look like nats:/u],
    ['DATA_KEY', 'short', /DATA_KEY must be 64 hexadecimal digits/u],
    ['HEALTH_PORT', '99999', /HEALTH_PORT/u],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL/u],
    ['NATS_TLS', 'yes', /NATS_TLS must be 'required'/u],
    ['NATS_REPLICAS', '2', /NATS_REPLICAS must be 1, 3 or 5/u],
  ])(
    'with an invalid %s ends the process with exit code 78 and one line that names the variable',
    (variable, value, line) => {
      expect(() => readConfig(serviceConfig, { ...complete, [variable]: value })).toThrow('exit 78');
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(line);
      expect(lines[0]?.trimEnd()).not.toContain('\n');
    },
  );

  test('NATS_TLS makes each address of the bus one with TLS', () => {
    const addressesOf = (given: Record<string, string>) => {
      const { NATS_CALLS_URL, NATS_EVENTS_URL } = readConfig(serviceConfig, {
        ...complete,
        NATS_TLS: 'required',
        ...given,
      });
      return [NATS_CALLS_URL, NATS_EVENTS_URL];
    };
    expect(addressesOf({})).toEqual(['tls://localhost:4222', 'tls://localhost:4222']);
    const [NATS_CALLS_URL, NATS_EVENTS_URL] = ['nats://repairs:nats@a:4222,b:4222', 'tls://a:4222'];
    expect(addressesOf({ NATS_CALLS_URL, NATS_EVENTS_URL })).toEqual([
      'tls://repairs:nats@a:4222,tls://b:4222',
      'tls://a:4222',
    ]);
  });

  test('NATS_CALLS_URL is for calls, NATS_EVENTS_URL for everything else, and NATS_URL for whichever is absent', () => {
    const { NATS_URL, ...others } = complete;
    const [calls, events] = ['nats://calls@localhost:4222', 'nats://events@localhost:4222'];
    const addressesOf = (given: Record<string, string>) => {
      const { NATS_CALLS_URL, NATS_EVENTS_URL } = readConfig(serviceConfig, { ...others, ...given });
      return [NATS_CALLS_URL, NATS_EVENTS_URL];
    };
    expect(addressesOf({ NATS_URL })).toEqual([NATS_URL, NATS_URL]);
    expect(addressesOf({ NATS_URL, NATS_EVENTS_URL: events })).toEqual([NATS_URL, events]);
    expect(addressesOf({ NATS_URL, NATS_CALLS_URL: calls })).toEqual([calls, NATS_URL]);
    expect(addressesOf({ NATS_CALLS_URL: calls, NATS_EVENTS_URL: events })).toEqual([calls, events]);
  });

  test('names every variable that is missing, in one line', () => {
    expect(() => readConfig(serviceConfig, {})).toThrow('exit 78');
    expect(lines[0]).toMatch(/NATS_URL is needed: .*DATABASE_URL is needed: /u);
  });

  test('reads the district’s email domains, time zone and schools', () => {
    const folder = mkdtempSync(join(tmpdir(), 'schools-'));
    const file = join(folder, 'schools.json');
    writeFileSync(file, JSON.stringify([{ code: 'NHS', name: 'North High', level: 'HS', aliases: ['HS'] }]));
    const config = readConfig(z.object(districtConfig), {
      SCHOOL_EMAIL_DOMAINS: 'One.example, two.example',
      // Where no machine that runs this is, so that it cannot be the default.
      DISTRICT_TIMEZONE: 'Pacific/Chatham',
      SCHOOLS_FILE: file,
    });
    rmSync(folder, { recursive: true });
    expect(config.SCHOOL_EMAIL_DOMAINS).toEqual(['one.example', 'two.example']);
    expect(config.DISTRICT_TIMEZONE).toBe('Pacific/Chatham');
    expect(config.SCHOOLS_FILE.map(({ code }) => code)).toEqual(['NHS']);
  });

  // proves d.config.schools-file-default d.config.email-domains-default
  test('without district settings has the built-in schools and the domain school.example', () => {
    const config = readConfig(z.object(districtConfig), {});
    expect(config.SCHOOLS_FILE.map(({ code }) => code)).toEqual(['SHS', 'SMS', 'HBE', 'HLE', 'N/A']);
    expect(config.SCHOOL_EMAIL_DOMAINS).toEqual(['school.example']);
  });

  test.each([
    [{ DISTRICT_TIMEZONE: 'Mars/Olympus' }, /DISTRICT_TIMEZONE is not a time zone/u],
    [{ SCHOOLS_FILE: '/nowhere/schools.json' }, /SCHOOLS_FILE .*cannot be read/u],
    [{ SCHOOL_EMAIL_DOMAINS: 'not a domain' }, /SCHOOL_EMAIL_DOMAINS/u],
  ])('refuses the invalid district setting %j', (environment, line) => {
    expect(() => readConfig(z.object(districtConfig), environment)).toThrow('exit 78');
    expect(lines[0]).toMatch(line);
  });
});

const TEXT = '[{"name":"École"}]\r\n';

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
])('a file in %s reads as it was written', (_, bytes) => {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-'));
  try {
    writeFileSync(join(folder, 'schools.json'), bytes);
    expect(readWrittenFile(join(folder, 'schools.json'))).toBe(TEXT);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

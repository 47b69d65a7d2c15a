import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@repairline/service-kit/logger';
import { config } from '../config';
import { startGateway, type RunningGateway } from '../gateway';
import { Browser } from './browser';
import { startOwnBus, type OwnBus } from '@repairline/service-kit/testing/own-bus';
import { serve, StandIns } from './stand-ins';

export interface TestGateway extends RunningGateway {
  /** The security log so far. */
  securityLines: () => Record<string, unknown>[];
}

export interface TestStack {
  bus: OwnBus;
  standIns: StandIns;
  gateway: TestGateway;
  /** A browser with cookies of its own. */
  browser: () => Browser;
  stop: () => Promise<void>;
}

export async function startTestStack(
  options: { jetStream?: boolean; configuration?: string; environment?: Record<string, string> } = {},
): Promise<TestStack> {
  const bus = await startOwnBus(options);
  const standIns = new StandIns();
  const services = await serve(bus.url, standIns);
  const gateway = await startTestGateway(bus.url, options.environment);
  return {
    bus,
    standIns,
    gateway,
    browser: () => new Browser(`http://localhost:${gateway.port}`),
    stop: async () => {
      await gateway.stop();
      await services.close();
      await bus.stop();
    },
  };
}

export async function startTestGateway(
  natsUrl: string,
  environment: Record<string, string> = {},
): Promise<TestGateway> {
  const web = builtWeb();
  const securityLog = `${web}.security.log`;
  const settings = config({
    NATS_URL: natsUrl,
    PORT: '0',
    SESSION_SECRET: 'a secret that only the tests of the gateway know',
    DISTRICT_TIMEZONE: 'America/Chicago',
    WEB_DIST: web,
    SECURITY_LOG: securityLog,
    ...environment,
  });
  const gateway = await startGateway(settings, createLogger('gateway', 'silent'));
  const stop = async () => {
    await gateway.stop();
    for (const path of [web, securityLog]) rmSync(path, { recursive: true, force: true });
  };
  return { ...gateway, stop, securityLines: () => linesOf(securityLog) };
}

function linesOf(file: string): Record<string, unknown>[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function builtWeb(): string {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-web-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'api'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__">');
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'api', 'no-route'), 'a file where the API is');
  writeFileSync(join(folder, 'assets', 'main-1a2b3c.js'), 'const text = "repairline";\n'.repeat(200));
  return folder;
}

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endLeftovers } from '../processes/children.mjs';
import { freePorts, KEPT_PORTS } from '../../shared/ports.mjs';
import { isSameProcess } from '../../shared/processes.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const STAND_INS = join(here, 'start-stand-ins.mjs');
export const REAL_PRODUCT = join(here, '..', 'start.mjs');
/** The last line of a start; earlier output may arrive separately. */
const READY = /Ctrl-C stops it/;
/** As long as a start gives its own parts; a failed start ends at once. */
const READY_WITHIN_MS = 60_000;

/** A data folder and a port for one test, and copies of the product on them, by default with stand-in services. */
export async function place(t, script = STAND_INS) {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-start-'));
  const [port] = await freePorts(1, KEPT_PORTS);
  const copies = [];
  t.after(async () => {
    for (const copy of copies) await copy.stop('SIGKILL');
    await endLeftovers(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const launch = (env = {}, args = []) => {
    const copy = startCopy(script, { DATA_DIR: dataDir, PORT: String(port), ...env }, args);
    copies.push(copy);
    return copy;
  };
  return {
    dataDir,
    port,
    launch,
    start: async (env) => {
      const copy = launch(env);
      await copy.ready();
      return copy;
    },
    children: () => JSON.parse(readFileSync(join(dataDir, 'children.json'), 'utf8')),
    run: () => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')),
  };
}

function startCopy(script, env, args) {
  const { PATH, HOME, NATS_SERVER_BIN } = process.env;
  const given = NATS_SERVER_BIN ? { NATS_SERVER_BIN } : {};
  const child = spawn(process.execPath, [script, ...args], { env: { PATH, HOME, ...given, ...env } });
  const copy = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (copy.output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (copy.errors += text));
  let exitCode;
  const ended = new Promise((resolve) => child.on('close', (code) => resolve((exitCode = code))));
  return Object.assign(copy, {
    ended,
    ready: () =>
      eventually(() => {
        if (exitCode !== undefined)
          throw Object.assign(new Error(`ended with ${exitCode}: ${copy.errors}`), { isFinal: true });
        return READY.test(copy.output);
      }, READY_WITHIN_MS),
    stop: (signal = 'SIGINT') => {
      if (exitCode === undefined) child.kill(signal);
      return ended;
    },
  });
}

/** The one line of a start that is refused. */
export async function refusal(copy) {
  await assert.rejects(copy.ready(), /^Error: ended with 1: /);
  const [line, ...more] = copy.errors.trim().split('\n');
  assert.deepEqual(more, []);
  return line;
}

/** Waits until the check holds; a check that throws does not hold yet. */
export async function eventually(check, limitMs = 20_000) {
  const deadline = Date.now() + limitMs;
  for (;;) {
    let problem;
    try {
      if (await check()) return;
    } catch (error) {
      if (error.isFinal) throw error;
      problem = error;
    }
    if (Date.now() > deadline) throw new Error(`did not come true within ${limitMs / 1000} s`, { cause: problem });
    await pause(50);
  }
}

export const allGone = (children) => Object.values(children).every((child) => !isSameProcess(child));

export async function answeringPid(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2_000) });
  return (await answer.json()).pid;
}

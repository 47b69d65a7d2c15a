import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecordedLog, type ProposedEvent } from './recorded-log';

const event = (id: string, data = 'e30='): ProposedEvent => {
  return { id, type: 'T', contentType: 'application/json', data, metadata: '' };
};

describe('EventStoreDB’s rules, as its stand-in keeps them', () => {
  test('an append that expects another revision is refused with the current one', () => {
    const log = openRecordedLog();
    expect(log.append('a', 0, [event('1')])).toEqual({ status: 'wrong_expected_version', current: null });
    expect(log.append('a', 'stream_exists', [event('1')])).toMatchObject({ current: null });
    expect(log.append('a', 'no_stream', [event('1'), event('2')])).toMatchObject({ status: 'success', revision: 1 });
    expect(log.append('a', 5, [event('3')])).toEqual({ status: 'wrong_expected_version', current: 1 });
    expect(log.append('a', 'no_stream', [event('3')])).toEqual({ status: 'wrong_expected_version', current: 1 });
    expect(log.append('a', 1, [event('3')])).toMatchObject({ status: 'success', revision: 2 });
  });

  test('an append that is repeated with the same ids succeeds again without effect', () => {
    const log = openRecordedLog();
    const first = log.append('a', 'no_stream', [event('1'), event('2')]);
    log.append('a', 1, [event('3')]);
    expect(log.append('a', 'no_stream', [event('1'), event('2')])).toEqual(first);
    expect(log.append('a', 'any', [event('1'), event('2')])).toEqual(first);
    expect(log.append('a', 0, [event('2'), event('9')])).toMatchObject({ status: 'wrong_expected_version' });
    expect(log.stream('a')).toHaveLength(3);
  });

  test('positions rise in the order of recording, with system events in between', () => {
    const log = openRecordedLog();
    for (let revision = -1; revision < 20; revision += 1) {
      log.append('a', revision === -1 ? 'no_stream' : revision, [event(`e${revision}`)]);
    }
    const positions = log.all.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(new Set(positions).size).toBe(positions.length);
    expect(log.all.filter(({ stream }) => stream.startsWith('$')).length).toBeGreaterThan(2);
  });

  test('an append above the size limit is refused as a whole', () => {
    const log = openRecordedLog();
    const large = event('1', Buffer.alloc(1024 * 1024 + 1).toString('base64'));
    expect(log.append('a', 'any', [large])).toEqual({ status: 'too_large' });
    expect(log.stream('a')).toBeUndefined();
  });

  test('acknowledged appends are in the file, and a half-written line is ignored', () => {
    const folder = mkdtempSync(join(tmpdir(), 'repairline-stand-in-'));
    const file = join(folder, 'log');
    openRecordedLog(file).append('a', 'no_stream', [event('1')]);
    appendFileSync(file, '[{"stream":"a","rev');
    const again = openRecordedLog(file);
    expect(again.stream('a')).toHaveLength(1);
    again.append('a', 0, [event('2')]);
    expect(
      openRecordedLog(file)
        .stream('a')
        ?.map(({ id }) => id),
    ).toEqual(['1', '2']);
    rmSync(folder, { recursive: true });
  });
});

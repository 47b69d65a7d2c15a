import { createLogger } from './logger';
import { endAtSignals, onShutdown } from './shutdown';

test('a signal ends the process at once until shutdown steps are registered; then these run in order first', async () => {
  jest.useFakeTimers();
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  try {
    endAtSignals();
    process.emit('SIGTERM');
    expect(exit.mock.calls).toEqual([[0]]);

    exit.mockClear();
    const exited = new Promise<void>((resolve) => exit.mockImplementation((() => resolve()) as never));
    const done: string[] = [];
    const step = (name: string) => async () => void done.push(name);
    onShutdown(createLogger('billing', 'silent'), [step('calls'), step('pools')]);
    process.emit('SIGTERM');
    expect(exit).not.toHaveBeenCalled();
    await exited;
    expect(done).toEqual(['calls', 'pools']);
    expect(exit.mock.calls).toEqual([[0]]);
  } finally {
    for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal);
    jest.useRealTimers();
    jest.restoreAllMocks();
  }
});

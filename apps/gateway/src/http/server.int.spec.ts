import { connect } from 'node:net';
import { startTestStack } from '../testing/running-gateway';

describe('the shutdown of the gateway', () => {
  it('finishes running requests and cuts connections that have not sent one', async () => {
    const stack = await startTestStack();
    const browser = stack.browser();
    await browser.signIn('member');
    const dawdler = connect(stack.gateway.port, '127.0.0.1', () =>
      dawdler.write('GET /api/health HTTP/1.1\r\nHost: x\r\n'),
    );
    const cut = new Promise((resolve) => dawdler.on('error', resolve).on('close', resolve));

    let open = () => undefined as void;
    stack.standIns.gate = new Promise((resolve) => (open = resolve));
    const running = browser.send('POST', '/api/devices', { body: { barcodeNumber: 'LAST', school: 'SHS' } });
    while (stack.standIns.countOf('take-in') === 0) await new Promise((resolve) => setImmediate(resolve));

    const stopped = stack.stop();
    open();
    expect((await running).status).toBe(201);
    await cut;
    await stopped;
    await expect(fetch(`http://localhost:${stack.gateway.port}/api/health`)).rejects.toThrow();
  });
});

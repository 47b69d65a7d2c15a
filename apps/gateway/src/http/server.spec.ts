import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { answerInFull } from './server';

describe('what Node refuses before it is a request', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
      if (request.url === '/begun') response.write('begun');
      else if (request.url !== '/unanswered') response.end('ok');
    });
    server.headersTimeout = 200;
    server.requestTimeout = 300;
    answerInFull(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  /** All that comes back until the connection ends. */
  const send = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text));
      let told = '';
      socket.setEncoding('utf8').on('data', (part: string) => (told += part));
      socket.on('error', reject).on('close', () => resolve(told));
    });

  it.each([
    ['is no HTTP', 'nonsense\r\n\r\n', 400, 'request_unreadable'],
    ['has too large headers', `GET / HTTP/1.1\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['does not arrive', 'GET / HTTP/1.1\r\nHo', 408, 'request_timed_out'],
    [
      'has too large chunk extensions',
      `POST /unanswered HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}\r\n`,
      413,
      'payload_too_large',
    ],
    [
      'expects what nobody does',
      'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: x\r\n\r\n',
      400,
      'request_unreadable',
    ],
  ])('has a body like every other error if it %s', async (_what, text, status, type) => {
    const [head = '', body = ''] = (await send(text)).split('\r\n\r\n').slice(-2);
    expect(head).toMatch(new RegExp(`HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ message: expect.any(String) as string, type });
  });

  it('ends an answer that has begun without another one in it', async () => {
    const told = await send('POST /begun HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf');
    expect(told).toContain('begun');
    expect(told).not.toContain('request_timed_out');
  });
});

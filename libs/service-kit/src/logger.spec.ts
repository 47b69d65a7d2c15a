import { correlation, createLogger } from './logger';

describe('log lines', () => {
  let lines: Record<string, unknown>[];
  beforeEach(() => {
    lines = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
      lines.push(JSON.parse(String(line)) as Record<string, unknown>);
      return true;
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const logger = createLogger('test', 'info', process.stdout);

  test('carry the correlation id of the context they are written in, also after an await', async () => {
    await correlation.run('request-7', async () => {
      await Promise.resolve();
      logger.info('inside');
    });
    logger.info('outside');
    expect(lines.map(({ msg, correlationId }) => [msg, correlationId])).toEqual([
      ['inside', 'request-7'],
      ['outside', undefined],
    ]);
  });

  test('leave out secrets and personal data', () => {
    logger.info(
      { user: { email: 'ada@school.example', id: '7' }, body: { studentName: 'Ada', password: 'x' }, token: 't' },
      'done',
    );
    expect(lines[0]).toMatchObject({ user: { id: '7' }, body: {} });
    expect(JSON.stringify(lines[0])).not.toMatch(/ada|Ada|"x"|"t"/u);
  });

  test('contain the code of a database error but not the row it quotes', () => {
    const error = Object.assign(new Error('Key (student)=(Ada Park\nof Ada Park) already exists'), {
      severity: 'ERROR',
      code: '23505',
    });
    logger.error({ err: error }, 'failed');
    expect(lines[0]).toMatchObject({ level: 'error', err: { code: '23505' } });
    expect(JSON.stringify(lines[0])).not.toContain('Ada Park');
    expect(JSON.stringify(lines[0])).toContain('logger.spec');
  });
});

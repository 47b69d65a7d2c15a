import { createConcurrencyLimit, type Origin } from './concurrency-limit';

/** Work that ends on demand, with a record of what has begun. */
function pieces() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const piece = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, piece, end: (name: string) => ends.get(name)?.() };
}

const full = () => new Error('full');
const person: Origin = { client: 'school', preferred: true };
const stranger = (client = 'elsewhere'): Origin => ({ client, preferred: false });
const limits = { atOnce: 2, waitingAtMost: 10, waitingOfClient: 10 };
const turns = () => new Promise((resolve) => setImmediate(resolve));

test('no more than the limit run at once, and the others follow in order', async () => {
  const { begun, piece, end } = pieces();
  const limited = createConcurrencyLimit(limits, full);
  const results = ['a', 'b', 'c', 'd'].map((name) => limited(person, piece(name)));
  await turns();
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await turns();
  expect(begun).toEqual(['a', 'b', 'c']);
  end('a');
  await turns();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  end('c');
  end('d');
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
});

test('strangers leave one place free, and whoever is preferred need not wait for them', async () => {
  const { begun, piece, end } = pieces();
  const limited = createConcurrencyLimit(limits, full);
  const strangers = ['s1', 's2', 's3'].map((name) => limited(stranger(), piece(name)));
  const people = ['p1', 'p2'].map((name) => limited(person, piece(name)));
  await turns();
  expect(begun).toEqual(['s1', 'p1']);
  end('s1');
  await turns();
  expect(begun).toEqual(['s1', 'p1', 'p2']);
  end('p1');
  await turns();
  end('p2');
  await turns();
  end('s2');
  await turns();
  end('s3');
  expect(await Promise.all([...strangers, ...people])).toEqual(['s1', 's2', 's3', 'p1', 'p2']);
});

test('work is refused when too many are waiting in its lane', async () => {
  const { piece } = pieces();
  const limited = createConcurrencyLimit({ ...limits, waitingAtMost: 1 }, full);
  void limited(stranger('c1'), piece('s1'));
  void limited(stranger('c2'), piece('s2'));
  await expect(limited(stranger('c3'), piece('s3'))).rejects.toThrow('full');
  const { begun, piece: others } = pieces();
  void limited(person, others('p1'));
  await turns();
  expect(begun).toEqual(['p1']);
});

test('one client can take only some of the places to wait', async () => {
  const { piece } = pieces();
  const limited = createConcurrencyLimit({ ...limits, waitingOfClient: 1 }, full);
  void limited(stranger('greedy'), piece('s1'));
  void limited(stranger('greedy'), piece('s2'));
  await expect(limited(stranger('greedy'), piece('s3'))).rejects.toThrow('full');
  const other = limited(stranger('other'), piece('s4'));
  await expect(Promise.race([other, turns()])).resolves.toBeUndefined();
});

test('work that fails frees its place', async () => {
  const limited = createConcurrencyLimit({ atOnce: 1, waitingAtMost: 0, waitingOfClient: 0 }, full);
  await expect(limited(person, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await limited(person, () => Promise.resolve('next'))).toBe('next');
});

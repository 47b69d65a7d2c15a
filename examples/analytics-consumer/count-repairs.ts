import { parseArgs } from 'node:util';
import { openConsumer, reasonOf, takeBatch } from './follow.ts';
import { Ledger } from './ledger.ts';

// Repairs per model and school of the whole district, kept up to date.
//
//   node count-repairs.ts credentials.json repairs.sqlite [--once] [--from <position>] [--let-go]
/** Exiting loses nothing: the next start continues. */
process.on('uncaughtException', (error) => {
  console.error(reasonOf(error));
  process.exit(1);
});

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    once: { type: 'boolean', default: false },
    from: { type: 'string', default: '0' },
    'let-go': { type: 'boolean', default: false },
  },
});
const [credentials = 'credentials.json', file = 'repairs.sqlite'] = positionals;
if (!/^\d{1,15}$/.test(values.from)) throw new Error(`--from takes a position, a whole number: not ${values.from}`);

const ledger = new Ledger(file, Number(values.from));
const following = await openConsumer(credentials, { letGo: values['let-go'] });
let isStopping = false;
process.once('SIGINT', () => (isStopping = true));
while (!isStopping) {
  const isMore = await takeBatch(following, ledger);
  const waiting = following.early.size > 0 ? `, ${following.early.size} wait for one before them` : '';
  console.log(`position ${ledger.position('/repairline/repairs') ?? 0}${waiting}`);
  if (values.once && !isMore) isStopping = true;
}
await following.connection.close();
console.table(ledger.counts());
ledger.close();

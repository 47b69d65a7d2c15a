import { parseArgs } from 'node:util';
import { openConsumer, takeBatch } from './follow.ts';
import { Ledger } from './ledger.ts';

// Repairs per model and school of the whole district, kept up to date.
//
//   node count-repairs.ts credentials.json repairs.sqlite [--once] [--from <position>]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { once: { type: 'boolean', default: false }, from: { type: 'string', default: '0' } },
});
const [credentials = 'credentials.json', file = 'repairs.sqlite'] = positionals;

const ledger = new Ledger(file);
const following = await openConsumer(credentials);
let isStopping = false;
process.once('SIGINT', () => (isStopping = true));
while (!isStopping) {
  const isMore = await takeBatch(following, ledger, Number(values.from));
  console.log(`position ${ledger.position('/repairline/repairs') ?? 0}`);
  if (values.once && !isMore) isStopping = true;
}
await following.connection.close();
console.table(ledger.counts());
ledger.close();

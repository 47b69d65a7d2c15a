import { checkNode } from './checkout/check-node.mjs';
import { prepareCheckout } from './checkout/checkout.mjs';
import { dataDirOf, refuseWhileRunning } from '../shared/data-folder.mjs';
import { startProduct } from './product.mjs';
import { StartError, explain, say, sayProblem } from '../shared/say.mjs';
import { productServices } from './services.mjs';
import { readSettings } from './settings.mjs';
import { closeAll } from './processes/stopping.mjs';

/** All of `npm start`: prepares, starts, and runs until a signal asks it to stop. */
export async function run({ root, env = process.env, prepare = prepareCheckout, services }) {
  const closers = [];
  let ending;
  const end = (code) => (ending ??= closeAll(closers).then(() => process.exit(code)));
  keepGoingWithoutTerminal();
  process.on('uncaughtException', (error) => {
    sayProblem(`The supervisor met an error it did not expect: ${error.stack}`);
    end(1);
  });
  const dataDir = dataDirOf(root, env);
  try {
    checkNode();
    refuseWhileRunning(dataDir);
    await prepare(root);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        if (!ending) say('Stopping…');
        end(0);
      });
    }
    const startedAt = Date.now();
    const settings = await readSettings(root, env);
    const product = await startProduct({ root, settings, services: services ?? productServices(root), closers });
    if (!ending) welcome(product, Date.now() - startedAt);
  } catch (error) {
    if (ending) return;
    sayProblem(explain(error, dataDir));
    if (env.LOG_LEVEL === 'debug' && !(error instanceof StartError)) sayProblem(error.stack);
    await end(1);
  }
}

/** Output may be piped to a program that ends first; the product must not end with it. */
function keepGoingWithoutTerminal() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

function welcome({ url, firstAdmin, shown }, milliseconds) {
  say(`\nRepairline is ready after ${(milliseconds / 1000).toFixed(1)} s: ${url}`);
  if (firstAdmin.isGenerated) {
    say(`\nFirst Admin:  ${firstAdmin.email}\nPassword:     ${firstAdmin.password}\n(shown only this once)`);
    if (firstAdmin.isTooLate)
      say('ADMIN_PASSWORD has no effect: an interrupted start has made the account with the password above.');
    shown();
  }
  say('\nCtrl-C stops it.');
}

import { startStandIn, WHAT_IT_IS } from './stand-in';

/** `node main.js <port> [file]` runs until a signal; the file keeps the log for the next run. */
async function main([port = '0', file]: string[]): Promise<void> {
  const { url } = await startStandIn({ port: Number(port), file });
  console.log(`${WHAT_IT_IS}\nready at ${url}`);
}

void main(process.argv.slice(2));

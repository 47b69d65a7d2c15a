import { createServer } from 'node:http';

/** The minimum the supervisor expects of a service: health on HEALTH_PORT and, of the public one, a page on PORT. */
const answer = (_request, response) =>
  response.end(JSON.stringify({ service: process.env.SERVICE_NAME, pid: process.pid }));

if (process.env.ADMIN_EMAIL?.startsWith('refused@')) {
  process.stderr.write('refused by the stand-in\n');
  process.exit(78);
}
createServer(answer).listen(Number(process.env.HEALTH_PORT), '127.0.0.1');
if (process.env.PORT) createServer(answer).listen(Number(process.env.PORT));
process.on('SIGTERM', () => process.exit(0));

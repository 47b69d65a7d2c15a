import { readFileSync } from 'node:fs';
import { connect, nkeyAuthenticator } from 'nats'; // npm i nats

const { servers, nkey, stream, consumer, apiPrefix } = JSON.parse(readFileSync('credentials.json', 'utf8'));
const connection = await connect({ servers, authenticator: nkeyAuthenticator(new TextEncoder().encode(nkey)) });
const events = await connection.jetstream({ apiPrefix }).consumers.get(stream, consumer);
for await (const message of await events.fetch({ max_messages: 100, expires: 1_000 })) {
  const event = message.json();
  console.log(event.type, event.position, event.data);
  message.ack();
}
await connection.close();

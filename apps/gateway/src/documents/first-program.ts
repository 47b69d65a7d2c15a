/**
 * The first program of a subscriber, by language: on the page of the events, in docs/events/README.md, and as files in
 * examples/first-program, which `npm run documents` writes.
 */
export const firstPrograms = {
  js: `import { readFileSync } from 'node:fs';
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
`,
  python: `import asyncio
import json

import nats  # pip install nats-py[nkeys]
from nats.errors import TimeoutError as NothingWaits


async def main():
    with open("credentials.json", encoding="utf-8") as file:
        credentials = json.load(file)
    connection = await nats.connect(credentials["servers"], nkeys_seed_str=credentials["nkey"])
    stream = connection.jetstream(prefix=credentials["apiPrefix"])
    events = await stream.pull_subscribe_bind(credentials["consumer"], credentials["stream"])
    try:
        for message in await events.fetch(100, timeout=1):
            event = json.loads(message.data)
            print(event["type"], event["position"], event["data"])
            await message.ack()
    except NothingWaits:
        print("No events wait")
    await connection.close()


asyncio.run(main())
`,
} as const;

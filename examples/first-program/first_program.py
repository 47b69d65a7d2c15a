import asyncio
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

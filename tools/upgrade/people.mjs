const AT_ONCE = 3;

/** Sends requests, counts them, and keeps those not answered as expected. */
function questioner() {
  const failed = [];
  async function ask(counts, what, expected, request, isRight = () => true) {
    counts.asked += 1;
    try {
      const { status, body } = await request();
      if (status === expected && isRight(body)) return true;
      failed.push(`${counts.state}: ${what} is answered by ${status} ${JSON.stringify(body).slice(0, 200)}`);
    } catch (error) {
      failed.push(`${counts.state}: ${what}: ${error.cause?.code ?? error.message}`);
    }
    return false;
  }
  return { ask, failed };
}

/** Reads and writes without a pause, the way a browser does. */
export function people(admin) {
  const { ask, failed } = questioner();
  const taken = [];
  const logged = [];
  let next = 1;
  let ended = false;

  async function oneRound(counts, browser) {
    const number = `BESIDE-${next++}`;
    const device = { barcodeNumber: number, school: 'SHS', priority: 'High', model: 'HP 11', studentName: 'Ava Park' };
    const log = { issue: `Screen of ${number}`, completed: next % 2 === 0 };
    const read = (path, isRight) => ask(counts, `GET ${path}`, 200, () => browser.get(path), isRight);
    if (!(await ask(counts, 'taking a device in', 201, () => browser.send('POST', '/api/devices', device)))) return;
    taken.push(number);
    if (await ask(counts, 'logging', 201, () => browser.send('POST', `/api/devices/${number}/logs`, log)))
      logged.push({ ...log, number });
    await read(`/api/devices/${number}`, (body) => body.barcodeNumber === number && body.studentName === 'Ava Park');
    await read(`/api/devices/${number}/logs`, (body) => body.some(({ issue }) => issue === log.issue));
    await read('/api/devices?limit=20', (body) => body.length > 0);
    await read('/api/billing/completed', Array.isArray);
    await read('/api/analytics', (body) => typeof body.averageTurnaroundTime === 'number');
    await read('/api/auth/user', (body) => body.user.role === 'Admin');
  }

  return {
    /** Several people at each gateway while the work runs, for at least one round each. */
    async during(state, versions, work) {
      const counts = { state, asked: 0 };
      const before = failed.length;
      let isOver = false;
      const browsers = versions.flatMap(({ gateway }) => Array.from({ length: AT_ONCE }, () => admin.at(gateway.port)));
      const asking = browsers.map(async (browser) => {
        do await oneRound(counts, browser);
        while (!isOver && !ended);
      });
      const startedAt = Date.now();
      await work().finally(() => (isOver = true));
      await Promise.all(asking);
      const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
      console.log(`${state}: ${counts.asked} requests in ${seconds} s, ${failed.length - before} failed`);
    },
    /** Expects everything that was confirmed as recorded in every list and figure. */
    async expectAll(browser) {
      const counts = { state: 'in the end', asked: 0 };
      const read = (path, isRight) => ask(counts, `GET ${path}`, 200, () => browser.get(path), isRight);
      for (const number of taken) {
        await read(`/api/devices/${number}`, (body) => body.barcodeNumber === number);
        await read(`/api/devices?q=${number}`, (body) => body.some((device) => device.barcodeNumber === number));
      }
      for (const { number, issue, completed } of logged) {
        await read(`/api/devices/${number}/logs`, (body) => body.some((entry) => entry.issue === issue));
        const isBilled = (body) => body.some((item) => item.barcodeNumber === number);
        if (completed) await read(`/api/billing/completed?q=${number}`, isBilled);
      }
      const sum = (stats) => stats.intake + stats.inProgress + stats.completed + stats.parts;
      await read('/api/stats', (stats) => sum(stats) === taken.length);
      console.log(
        `in the end: ${taken.length} devices and ${logged.length} logged repairs looked for, by ${counts.asked} requests`,
      );
    },
    end: () => void (ended = true),
    failures: () => failed,
  };
}

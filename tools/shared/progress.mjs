const WIDTH = 32;

/** A bar on a terminal; elsewhere a line every tenth of the total. */
export function createProgress(total, what) {
  const startedAt = Date.now();
  const isTerminal = process.stdout.isTTY;
  let lastTenth = -1;
  return (done, note = '') => {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const seconds = (Date.now() - startedAt) / 1000;
    const text = `${what} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}, ${seconds.toFixed(0)} s${note}`;
    if (isTerminal) {
      const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
      process.stdout.write(`\r${bar} ${text}\u001b[K${share === 1 ? '\n' : ''}`);
    } else if (Math.floor(share * 10) > lastTenth) {
      lastTenth = Math.floor(share * 10);
      console.log(text);
    }
  };
}

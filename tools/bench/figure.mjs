/**
 * One line of the table. `samples` and `against.samples` come from the same rounds, so that each round gives the ratio
 * of two things measured within seconds of each other, under the same load from the rest of the machine.
 * @param reach bounds on the ratio and on the value: `{ ratio: { atLeast }, value: { atMost } }`
 * @param missed how many of the measured things never happened: with any, no bound counts as reached
 */
export function figure({ name, unit, samples, against = null, reach = {}, missed = 0, note }) {
  const value = spread(samples);
  const peer = against?.samples ? spread(against.samples) : null;
  const ratio = peer ? spread(samples.map((sample, round) => sample / against.samples[round])) : null;
  const verdicts = [within(value.median, reach.value), reach.ratio && ratio ? within(ratio.median, reach.ratio) : null];
  if (missed > 0) verdicts.push(false);
  const isUnknown = Boolean(reach.ratio && !ratio);
  return {
    name,
    unit,
    value: value.median,
    min: value.min,
    max: value.max,
    against: against?.name ?? null,
    peerValue: peer?.median ?? null,
    ratio: ratio?.median ?? null,
    ratioMin: ratio?.min ?? null,
    ratioMax: ratio?.max ?? null,
    reach: reachInWords(reach, unit),
    ok: verdicts.includes(false) ? false : isUnknown || !verdicts.includes(true) ? null : true,
    note: note ?? (against && !peer ? against.missing : null) ?? null,
  };
}

export function spread(samples) {
  const sorted = [...samples].sort((one, other) => one - other);
  return { median: percentile(sorted, 0.5), min: sorted[0], max: sorted.at(-1) };
}

/** Interpolates between two samples if the rank is not an integer. @param sorted ascending */
function percentile(sorted, share) {
  if (sorted.length === 0) throw new Error('Nothing was measured');
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place - Math.floor(place));
}

export function percentiles(samples) {
  const sorted = [...samples].sort((one, other) => one - other);
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), p99: percentile(sorted, 0.99) };
}

function within(value, bound) {
  if (!bound) return null;
  return value >= (bound.atLeast ?? -Infinity) && value <= (bound.atMost ?? Infinity);
}

function reachInWords(reach, unit) {
  const bounds = [boundInWords(reach.ratio, '×'), boundInWords(reach.value, unit)].filter(Boolean);
  return bounds.length > 0 ? bounds.join(' and ') : null;
}

function boundInWords(bound, unit) {
  if (!bound) return null;
  const { atLeast, atMost } = bound;
  return atLeast === undefined ? `≤ ${number(atMost)} ${unit}` : `≥ ${number(atLeast)} ${unit}`;
}

/** Three significant digits, or two below 1; numbers from 100 on are rounded to integers. */
export function number(value) {
  if (Math.abs(value) >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(Math.abs(value) < 1 ? 2 : 3)));
}

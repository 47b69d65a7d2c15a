/** A pure step from one stored version of an event type to the next. */
export interface Upcaster {
  type: string;
  /** The version it reads; it writes the next one. */
  from: number;
  upcast(data: Record<string, unknown>): Record<string, unknown>;
}

/** @param steps upcasters by `type@from` */
export function upcastToNewest(
  steps: ReadonlyMap<string, Upcaster>,
  type: string,
  version: number,
  newest: number,
  data: Record<string, unknown>,
): Record<string, unknown> {
  let current = data;
  for (let from = version; from < newest; from += 1) {
    const step = steps.get(`${type}@${from}`);
    if (!step) throw new Error(`No upcaster leads from ${type} version ${from} to the next`);
    current = step.upcast(current);
  }
  return current;
}

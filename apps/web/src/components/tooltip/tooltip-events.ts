import type { TooltipTiming } from './tooltip-timing';
import { tooltipTarget } from './tooltip';

/** Keys that move the focus; others only have it moved, by a dialog that closes for instance. */
const MOVES = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** Listens to the whole page for what tooltips wait for. Answers the end of it. */
export function watchTooltips(timing: TooltipTiming<HTMLElement>): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal, capture: true, passive: true };
  let focused = false;
  let moved = false;

  const point = ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    const pointed = tooltipTarget(target, { x, y });
    if (pointed) {
      focused = false;
      timing.enter(pointed);
    } else if (target.closest('[role="tooltip"]')) timing.stay();
    else if (!focused) timing.leave();
  };
  const focus = ({ target }: FocusEvent) => {
    const reached = moved && target instanceof Element ? tooltipTarget(target) : undefined;
    if (!reached) return;
    focused = true;
    timing.enter(reached);
  };
  const blur = () => {
    if (!focused) return;
    focused = false;
    timing.leave();
  };
  const press = ({ key }: KeyboardEvent) => {
    moved = MOVES.has(key);
    // Fluent's Tooltip hears of it too, but does not tell while its effects are still to come.
    if (key === 'Escape') timing.close();
  };

  document.addEventListener('pointermove', point, options);
  document.addEventListener('pointerover', point, options);
  document.documentElement.addEventListener('pointerleave', () => timing.leave(), { signal: ending.signal });
  document.addEventListener('focusin', focus, options);
  document.addEventListener('focusout', blur, options);
  document.addEventListener('keydown', press, options);
  document.addEventListener('pointerdown', () => (moved = false), options);
  for (const name of ['pointerdown', 'click', 'scroll'] as const) {
    document.addEventListener(name, () => timing.close(), options);
  }
  return () => ending.abort();
}

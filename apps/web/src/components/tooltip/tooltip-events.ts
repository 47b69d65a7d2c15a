import type { TooltipTiming } from './tooltip-timing';
import { tooltipTarget } from './tooltip';

/** Keys with which a person moves the focus; otherwise a program has moved it, for instance by closing a dialog. */
const MOVES = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** Watches the whole page for the events that open and close tooltips. Returns a function that stops it. */
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
    // Fluent's Tooltip handles the key too, but reports nothing while its effects are pending.
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

import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';
import { TextDecoder, TextEncoder } from 'node:util';

/** Globals that every browser has and jsdom does not. */
const missing = { ReadableStream, TransformStream, WritableStream, TextDecoder, TextEncoder };
for (const [name, value] of Object.entries(missing)) globalThis[name] ??= value;

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

globalThis.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => false,
});

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The name as the product's search compares it, however its letters are composed. */
function comparable(name) {
  const { foldForSearch } = require('@repairline/projections/search-text');
  return foldForSearch(name ?? '')
    .trim()
    .replace(/\s+/gu, ' ');
}

/**
 * Every device that has ever borne the student's name, which only the log knows; and the positions of events that
 * cannot be read, since one of them must not keep a student's data from being erased.
 */
export async function devicesOf(store, student) {
  const { logPages } = require('@repairline/event-store/log-pages');
  const { isReadable } = require('@repairline/event-store/unreadable-event');
  const wanted = comparable(student);
  const [found, unreadable] = [new Set(), []];
  for await (const page of logPages(store, { after: 0 })) {
    for (const envelope of page) {
      if (!isReadable(envelope)) unreadable.push(envelope.position);
      else if (comparable(envelope.event.data.studentName) === wanted) found.add(envelope.event.data.deviceId);
    }
  }
  return { devices: [...found], unreadable };
}

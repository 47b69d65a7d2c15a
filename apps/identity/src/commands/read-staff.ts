import { stateAfter } from '@repairline/event-store/decider';
import { STAFF_STREAM, type StaffEvent, type StaffState } from '../domain/staff';
import { staffDecider } from '../domain/staff.decider';
import type { Identity } from '../identity';

/** Access and roles according to the log, whatever the list of users shows. */
export async function readStaff({ store }: Pick<Identity, 'store'>): Promise<StaffState> {
  const decided = await store.readStream<StaffEvent>(STAFF_STREAM);
  return stateAfter(
    staffDecider,
    decided.map(({ event }) => event),
  );
}

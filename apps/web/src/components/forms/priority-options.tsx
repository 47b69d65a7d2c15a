import { priorities } from '@repairline/contracts/priority';

/** From lowest to highest. */
export function PriorityOptions() {
  return priorities.toReversed().map((priority) => (
    <option key={priority} value={priority}>
      {priority}
    </option>
  ));
}

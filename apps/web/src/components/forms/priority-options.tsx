import { priorities } from '@repairline/contracts/priority';

/** From the lowest. */
export function PriorityOptions() {
  return priorities.toReversed().map((priority) => (
    <option key={priority} value={priority}>
      {priority}
    </option>
  ));
}

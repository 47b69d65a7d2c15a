import type { UserAccount } from '@repairline/contracts/identity/views';
import { useState } from 'react';

/**
 * Lists people who sign in for the first time after everybody else while the pointer is over the list: in their place by
 * name they would move the others down, and a click meant for one person would hit the next.
 */
export function useNewcomersLast(accounts: UserAccount[] | undefined) {
  const [present, setPresent] = useState<ReadonlySet<string>>();
  const isPresent = ({ id }: UserAccount) => present?.has(id) ?? true;
  return {
    accounts: accounts && [...accounts.filter(isPresent), ...accounts.filter((account) => !isPresent(account))],
    pointer: {
      onPointerEnter: () => setPresent(new Set(accounts?.map(({ id }) => id))),
      onPointerLeave: () => setPresent(undefined),
    },
  };
}

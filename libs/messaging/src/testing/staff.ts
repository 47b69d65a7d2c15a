import { randomUUID } from 'node:crypto';
import type { Actor } from '@repairline/contracts/call';

/** The people who act in the services' tests. */
export const admin: Actor = { userId: randomUUID(), name: 'Ada Admin', role: 'Admin' };
export const tess: Actor = { userId: randomUUID(), name: 'Tess Turner', role: 'Member' };
export const tom: Actor = { userId: randomUUID(), name: 'Tom Tinker', role: 'Member' };

/** The same people as identity reports them. */
export const staff = [admin, tess, tom].map(({ userId: id, name }) => ({
  id,
  name,
  email: `${name.split(' ')[0]?.toLowerCase() ?? ''}@school.example`,
  approved: true,
  position: 1,
}));

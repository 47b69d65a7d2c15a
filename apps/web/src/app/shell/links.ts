import type { Role } from '@repairline/contracts/identity/views';
import { matchPath } from 'react-router-dom';

interface ShellLink {
  to: string;
  text: string;
  roles: readonly Role[];
  /** Paths on which the link is marked as current. */
  activeOn: readonly string[];
}

const links: readonly ShellLink[] = [
  { to: '/devices', text: 'Devices', roles: ['Admin', 'Member'], activeOn: ['/', '/devices', '/devices/:barcode'] },
  { to: '/completed-repairs', text: 'Completed Repairs', roles: ['Admin'], activeOn: ['/completed-repairs'] },
  { to: '/analytics', text: 'Analytics', roles: ['Admin'], activeOn: ['/analytics'] },
  { to: '/technician', text: 'My Workbench', roles: ['Admin'], activeOn: ['/technician'] },
  { to: '/admin', text: 'Admin', roles: ['Admin'], activeOn: ['/admin', '/admin/status'] },
];

export function linksFor(role: Role, path: string) {
  return links
    .filter(({ roles }) => roles.includes(role))
    .map((link) => ({ ...link, active: link.activeOn.some((pattern) => matchPath(pattern, path) !== null) }));
}

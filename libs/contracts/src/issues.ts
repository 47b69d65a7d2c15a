/** The Common Issues chips. Several are joined with a comma and a space. */
export const commonIssues = [
  'Screen cracked/broken',
  "Won't turn on/No power",
  'Keyboard not working',
  'Touchpad issues',
  'Charging problems',
  'WiFi not connecting',
  'Audio not working',
  'Camera not working',
  'Software issues',
  'Liquid damage',
  'Physical damage',
  'Slow performance',
  'Battery problems',
  'Missing keys',
  'Login issues',
] as const;

/** What the first entry of a repair says where nobody has named an issue yet: no issue itself. */
export const WORK_STARTED = 'Work started';

/** What the entry that completes a repair says where nobody has said what the issue was, or what was done: no issue either. */
export const REPAIR_COMPLETED = 'Repair completed';

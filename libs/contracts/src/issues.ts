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

/** The text of a repair's first entry if nobody has named an issue yet; does not count as an issue. */
export const WORK_STARTED = 'Work started';

/** The text of a completing entry if nobody has said what the issue was or what was done; no issue either. */
export const REPAIR_COMPLETED = 'Repair completed';

const chips = new Map(commonIssues.map((chip): [string, string] => [chip.toLowerCase(), chip]));

/**
 * The Common Issues chips that a typed issue names; anything else in it counts as 'Other', even the texts that are no
 * issue.
 */
export function chipsIn(issue: string | null): string[] {
  const parts = (issue ?? '').split(',').map((part) => part.trim().toLowerCase());
  return [...new Set(parts.filter(Boolean).map((part) => chips.get(part) ?? 'Other'))];
}

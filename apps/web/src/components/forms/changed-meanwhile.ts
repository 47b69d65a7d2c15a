/** How much of another person's text the message quotes. */
const SHOWN_CHARACTERS = 200;

/** For the writer of a field that somebody else has changed to `text` since: saving again overwrites it. */
export function changedMeanwhile(text: string): string {
  if (!text) return 'This has been emptied in the meantime. Save again to keep yours.';
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return `This has been changed to “${shown}” in the meantime. Save again to replace it.`;
}

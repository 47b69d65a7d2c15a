const SEPARATOR = ', ';

export function splitIssues(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Adds an issue to the text, or removes it if it is there. Other text stays as it is. */
export function joinIssues(text: string, issue: string): string {
  if (!splitIssues(text).includes(issue)) {
    const before = text.trimEnd().replace(/,$/u, '');
    return before ? `${before}${SEPARATOR}${issue}` : issue;
  }
  const others = text.split(',').filter((part) => part.trim() !== issue);
  return others.join(',').trimStart();
}

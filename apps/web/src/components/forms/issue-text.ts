const SEPARATOR = ', ';

export function splitIssues(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Adds an issue to the text, or removes it when it is in there. What else was typed stays. */
export function joinIssues(text: string, issue: string): string {
  const parts = splitIssues(text);
  return (parts.includes(issue) ? parts.filter((part) => part !== issue) : [...parts, issue]).join(SEPARATOR);
}

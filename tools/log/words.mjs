/** Of numbers that are not positions: those are shown as commands take them. */
export const counted = (count) => count.toLocaleString('en');

/** How many a second it has been since a time in milliseconds. */
export const rate = (count, since) => counted(Math.round(count / Math.max(0.001, (Date.now() - since) / 1_000)));

/** A difference in words. Values are left out: they may be personal. */
export function differenceWords(difference) {
  switch (difference.kind) {
    case 'absent':
      return 'there is no such table, or no checkpoint of it';
    case 'version':
      return `it is of version ${difference.version}, which this program does not know`;
    case 'columns':
      return 'a column is missing';
    case 'index':
      return `the index ${difference.name} is missing`;
    case 'counts':
      return 'the counts of its rows are not right';
    case 'unreadable':
      return `the events after ${difference.position - 1} cannot be taken in`;
    case 'rows':
      return `${counted(difference.count)} rows: ${difference.examples.map(rowWords).join('; ')}`;
    default:
      return difference.kind;
  }
}

function rowWords({ key, how, columns }) {
  if (how === 'missing') return `${key} is missing`;
  if (how === 'extra') return `${key} has no event behind it`;
  return `${key} differs in ${columns.join(', ')}`;
}

/** For a part that ended in an error. */
export function failureWords(service, what, error) {
  return `${service} ${what} could not be compared: ${error.message}`;
}

const ofCopies = {
  missing: 'events are missing there',
  extra: 'events are there but not in the log',
  different: 'events are different there',
  unreadable: 'messages there are not events, by number in the stream',
};

export function copyWords({ kind, count, examples }) {
  const more = count > examples.length ? ', …' : '';
  return `${counted(count)} ${ofCopies[kind]}: ${examples.join(', ')}${more}`;
}

/** The command that makes the copy on the bus equal to the log. */
export function replayWords(service, from) {
  return `npm run replay -- ${service} --from ${Math.max(1, from)} puts that right`;
}

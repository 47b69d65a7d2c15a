/**
 * Runs each of several things once per round, one after the other, so that compared things are measured within seconds.
 * @returns the results of each name, one per round
 */
export async function inRounds({ rounds, say }, ways) {
  const results = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      say(`  round ${round} of ${rounds}: ${name}`);
      results[name].push(await way(round));
    }
  }
  return results;
}

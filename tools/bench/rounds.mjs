/**
 * Does each of several things once a round, one after the other, so that what is compared is measured within seconds.
 * @returns for each name its results, one a round
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

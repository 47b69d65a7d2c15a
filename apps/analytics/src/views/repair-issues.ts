import { foldForSearch } from '@repairline/contracts/texts/folded-text';
import { commonIssues, REPAIR_COMPLETED, WORK_STARTED } from '@repairline/contracts/issues';
import { defineView } from '@repairline/projections/view';
import type { Fact } from '../facts';

/** The issues of a repair, each once, however many of its entries name it. */
export interface RepairIssuesRow {
  repair_id: string;
  /**
   * Spelled like the chip, else as they were first typed; by the folded text, so that spellings which differ in case,
   * accents, quotes, dashes or spaces alone are the same issue.
   */
  issues: Record<string, string>;
}

export const repairIssues = defineView<RepairIssuesRow, Fact>({
  name: 'repair-issues',
  version: 5,
  table: 'repair_issues',
  key: 'repair_id',
  columns: { repair_id: 'text', issues: 'jsonb not null' },
  indexes: [],
  rowsOf: (fact) => {
    if (fact.type === 'repair-logged' || fact.type === 'repair-completed') return [fact.data.repairId];
    return fact.type === 'personal-data-erased' ? fact.data.repairIds : [];
  },
  project: (row, { event }, repairId) => {
    if (event.type !== 'repair-logged' && event.type !== 'repair-completed') return undefined;
    const named = issuesIn(event.data.issueTyped).map(({ key, issue }) => [key, issue] as const);
    if (named.length === 0) return row;
    return { repair_id: repairId, issues: { ...Object.fromEntries(named), ...row?.issues } };
  },
  onPoison: 'stop',
});

const chips = new Map(commonIssues.map((chip): [string, string] => [foldForSearch(chip), chip]));

const noIssues = [WORK_STARTED, REPAIR_COMPLETED].map(foldForSearch);

/** The issues in a text: its comma-separated parts, without the placeholders for entries that name no issue. */
export function issuesIn(typed: string): { key: string; issue: string }[] {
  const parts = typed.split(',').map((part) => part.trim().replaceAll(/\s+/gu, ' '));
  const named = parts.filter(Boolean).map((part) => {
    const key = foldForSearch(part);
    return [key, { key, issue: chips.get(key) ?? part }] as const;
  });
  const byKey = new Map(named.toReversed());
  for (const key of noIssues) byKey.delete(key);
  return [...byKey.values()].toReversed();
}

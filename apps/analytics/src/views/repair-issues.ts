import { createHash } from 'node:crypto';
import { foldForSearch } from '@repairline/contracts/folded-text';
import { commonIssues, REPAIR_COMPLETED, WORK_STARTED } from '@repairline/contracts/issues';
import { defineView } from '@repairline/projections/view';
import type { Fact } from '../facts';

/** One issue of a repair, however many of its entries name it. */
export interface RepairIssueRow {
  /** Repair id and digest of the issue, whose text may be too long for an index. */
  id: string;
  /** Folded, so that spellings which differ in case, accents, quotes, dashes or spaces alone are the same issue. */
  issue_key: string;
  /** Spelled like the chip, else as it was first typed. */
  issue: string;
}

export const repairIssues = defineView<RepairIssueRow, Fact>({
  name: 'repair-issues',
  version: 4,
  table: 'repair_issues',
  key: 'id',
  columns: { id: 'text', issue_key: 'text not null', issue: 'text not null' },
  indexes: [],
  rowsOf: (fact) => [...issuesOf(fact).keys()],
  project: (row, { event }, key) => row ?? issuesOf(event).get(key),
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

function issuesOf(fact: Fact): Map<string, RepairIssueRow> {
  if (fact.type !== 'repair-logged' && fact.type !== 'repair-completed') return new Map();
  const { repairId, issueTyped } = fact.data;
  const rows = issuesIn(issueTyped).map(({ key, issue }): [string, RepairIssueRow] => {
    const id = `${repairId} ${createHash('sha256').update(key).digest('base64url')}`;
    return [id, { id, issue_key: key, issue }];
  });
  return new Map(rows);
}

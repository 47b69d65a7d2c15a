import type { DeviceHistoryItem } from '@repairline/contracts/repairs/views';
import { factText, stateAfterEachStep } from './history-facts';

type Change = DeviceHistoryItem['changes'][number];
const step = (...changes: Change[]) => ({ changes });

test('the past state at each event has all changes up to it and none after it', () => {
  const nothing = { studentName: null, assignedTo: null, initialIssue: null, notes: null, model: null, priority: null };
  const past = stateAfterEachStep([
    step(
      { fact: 'barcodeNumber', from: null, to: 'CB-1' },
      { fact: 'status', from: null, to: 'INTAKE' },
      { fact: 'school', from: null, to: 'SHS' },
    ),
    step({ fact: 'school', from: 'SHS', to: 'HLE' }, { fact: 'notes', from: null, to: 'Sticker' }),
    step(),
    step({ fact: 'notes', from: 'Sticker', to: null }),
  ]);
  const first = { ...nothing, barcodeNumber: 'CB-1', status: 'INTAKE', school: 'SHS' };
  const second = { ...first, school: 'HLE', notes: 'Sticker' };
  expect(past).toEqual([first, second, second, { ...second, notes: null }]);
});

test('a status is shown by its label, and a text that equals a status as it was typed', () => {
  expect(factText('status', 'IN_PROGRESS')).toBe('In Progress');
  expect(factText('notes', 'IN_PROGRESS')).toBe('IN_PROGRESS');
});

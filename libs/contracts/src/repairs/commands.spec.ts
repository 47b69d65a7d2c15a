import type { z } from 'zod';
import { deviceChanges, intake, intakeForm } from './commands';

const issuesOf = (schema: z.ZodType, typed: unknown) =>
  (schema.safeParse(typed).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

describe('the form of a new device', () => {
  const filled = { barcodeNumber: 'CB-1', school: 'SHS', priority: 'Low' };

  test.each([undefined, ''])('asks for a priority where it is %j [s5.device.priority-required]', (priority) => {
    expect(issuesOf(intakeForm, { ...filled, priority })).toEqual([['priority', 'Priority is required']]);
  });
  test('refuses a priority that there is not', () => {
    expect(issuesOf(intakeForm, { ...filled, priority: 'Urgent' })).toEqual([
      ['priority', 'Priority must be High, Medium or Low'],
    ]);
  });
  test('is otherwise what the call takes, where a priority may be left out', () => {
    const { priority: _, ...without } = filled;
    expect(intakeForm.parse(filled)).toEqual(intake.parse(filled));
    expect(intake.parse(without)).toEqual(without);
  });
});

describe('the form that edits a device', () => {
  const needed = { barcodeNumber: 'CB-1', school: 'SHS' };
  const optional = { model: '', assignedTo: '', studentName: '', initialIssue: '', notes: '' };

  test('needs nothing but an asset number and a school [s5.edit.others-optional]', () => {
    expect(deviceChanges.parse(needed)).toEqual(needed);
    expect(deviceChanges.parse({ ...needed, ...optional })).toEqual({ ...needed, ...optional });
    expect(issuesOf(deviceChanges, { ...optional, barcodeNumber: ' ', school: '' })).toEqual([
      ['barcodeNumber', 'Asset Number is required'],
      ['school', 'School is required'],
    ]);
  });
});

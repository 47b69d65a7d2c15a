import type { z } from 'zod';
import { deviceChanges, intake, intakeForm, repairEntry } from './requests';

const issuesOf = (schema: z.ZodType, typed: unknown) =>
  (schema.safeParse(typed).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

describe('the form of a new device', () => {
  const filled = { barcodeNumber: 'CB-1', school: 'SHS', priority: 'Low' };

  // proves s5.device.priority-required
  test.each([undefined, ''])('requires a priority: %j is refused', (priority) => {
    expect(issuesOf(intakeForm, { ...filled, priority })).toEqual([['priority', 'Priority is required']]);
  });
  test('refuses an unknown priority', () => {
    expect(issuesOf(intakeForm, { ...filled, priority: 'Urgent' })).toEqual([
      ['priority', 'Priority must be High, Medium or Low'],
    ]);
  });
  test('otherwise accepts what the intake call accepts, where the priority is optional', () => {
    const { priority: _, ...without } = filled;
    expect(intakeForm.parse(filled)).toEqual(intake.parse(filled));
    expect(intake.parse(without)).toEqual(without);
  });
});

describe('the form that edits a device', () => {
  const needed = { barcodeNumber: 'CB-1', school: 'SHS' };
  const optional = { model: '', assignedTo: '', studentName: '', initialIssue: '', notes: '' };

  // proves s5.edit.others-optional
  test('requires only an asset number and a school', () => {
    expect(deviceChanges.parse(needed)).toEqual(needed);
    expect(deviceChanges.parse({ ...needed, ...optional })).toEqual({ ...needed, ...optional });
    expect(issuesOf(deviceChanges, { ...optional, barcodeNumber: ' ', school: '' })).toEqual([
      ['barcodeNumber', 'Asset Number is required'],
      ['school', 'School is required'],
    ]);
  });
});

test.each([
  ['an intake', intake, { barcodeNumber: 'CB-1', school: 'SHS' }],
  ['a change of a device', deviceChanges, {}],
  ['an entry', repairEntry, { issue: 'Hinge' }],
])('%s with a value of another type, or with text that is too long or unprintable, is refused', (_, schema, valid) => {
  const texts = ['x'.repeat(50_000), 'bell\u0007', 'nothing\u0000', '\ud800'];
  for (const field of Object.keys(schema.shape)) {
    for (const value of [7, 1e308, {}, [], [{}], { $gt: '' }, { toString: 'x' }, ...texts]) {
      expect(issuesOf(schema, { ...valid, [field]: value })).toContainEqual([field, expect.any(String)]);
    }
  }
});

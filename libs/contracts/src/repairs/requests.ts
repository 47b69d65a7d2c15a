import { z } from 'zod';
import { expecting } from '../changed-meanwhile';
import { filter, momentFilter, personFilter, schoolFilter, searchText, yesOrNo } from '../filters';
import { page } from '../page';
import { priority, USUAL_PRIORITY } from '../priority';
import { assetNumber, line, LIMITS, paragraph, requiredLine } from '../texts/text';
import { factFilters, type FactFilter, type FactFilterName } from './device-facts';
import { device } from './views';

const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

const school = requiredLine('School', 16, 'School is required');
const model = line('Model', LIMITS.model);
const assignee = line('Assigned To', LIMITS.email);
const studentName = line('Student Name', LIMITS.name).nullable();
const initialIssue = paragraph('Initial Issue', LIMITS.issue);
const notes = paragraph('Notes', LIMITS.remarks);

/** `POST /api/devices`: a new device, or one that comes back after a completed repair. */
export const intake = z.object({
  barcodeNumber: assetNumber,
  school,
  /** If absent, a new device gets the usual priority, and one that comes back keeps its own. */
  priority: priority.optional().meta({ description: `${USUAL_PRIORITY} for a new device if left out` }),
  model: optional(model),
  /** Name, email or id of an approved user; empty for nobody. */
  assignedTo: optional(assignee),
  studentName: studentName.optional(),
  initialIssue: optional(initialIssue),
  notes: optional(notes),
  status: z.literal('INTAKE', 'A device is taken in with the status INTAKE').optional(),
});
export type Intake = z.input<typeof intake>;

/** The same for a form, which always states a priority. */
export const intakeForm = intake.extend({ priority });

/** `PATCH /api/devices/{barcode}`: any of these; each is recorded as its own event. */
export const deviceChanges = z
  .object({
    barcodeNumber: assetNumber,
    school,
    priority,
    model: model.nullable(),
    assignedTo: assignee.nullable(),
    studentName,
    initialIssue: initialIssue.nullable(),
    notes: notes.nullable(),
    status: z.enum(
      ['INTAKE', 'IN_PROGRESS', 'COMPLETED', 'PARTS'],
      'Status must be INTAKE, IN_PROGRESS, COMPLETED or PARTS',
    ),
  })
  .partial();
export type DeviceChanges = z.input<typeof deviceChanges>;
export const deviceChangesBody = expecting(
  deviceChanges,
  device.pick({
    ...{ school: true, model: true, highestPriority: true, assigneeId: true },
    ...{ studentName: true, initialIssue: true, notes: true },
  }),
);
export type DeviceChangesBody = z.input<typeof deviceChangesBody>;

/** `POST /api/devices/{barcode}/logs`: an entry on the timeline; with `completed` it completes the repair. */
export const repairEntry = z
  .object({
    issue: paragraph('Issue', LIMITS.issue).nullish(),
    actions: paragraph('Actions', LIMITS.remarks).nullish(),
    technician: line('Technician', LIMITS.email).nullish(),
    completed: z.boolean('Completed must be true or false').default(false),
    comments: paragraph('Comments', LIMITS.remarks).nullish(),
    priority: priority.nullish(),
    issueAsLogged: z
      .literal(true)
      .optional()
      .describe('With `completed`, instead of an issue: that of the first entry of the repair'),
  })
  .superRefine((entry, context) => {
    if (entry.issue || (entry.completed && entry.issueAsLogged)) return;
    const message = entry.completed ? 'Issue description is required when marking as completed' : 'Issue is required';
    context.addIssue({ code: 'custom', path: ['issue'], message });
  });
export type RepairEntry = z.input<typeof repairEntry>;

export const BULK_MOST = 5_000;

/** A row of a bulk intake; the common settings supply what it lacks. */
export const bulkDevice = intake.partial({ school: true });

/** `POST /api/devices/bulk`: common settings supply what rows lack, as `bulkRow` says; rows are parsed one by one. */
export const bulkIntake = z.object({
  common: z.object(
    intake.pick({ school: true, priority: true, model: true, assignedTo: true }).partial().shape,
    'common must be an object',
  ),
  devices: z
    .array(z.unknown(), 'devices must be a list')
    .min(1, 'Please enter asset numbers first')
    .max(BULK_MOST, `At most ${BULK_MOST.toLocaleString('en-US')} devices can be added at once`),
});
export type BulkIntake = z.input<typeof bulkIntake>;
/** The same as documents describe it. */
export const bulkIntakeBody = bulkIntake.extend({ devices: z.array(bulkDevice).min(1).max(BULK_MOST) });

/** In the order given. */
export const bulkResult = z.object({
  results: z.array(
    z.union([
      z.object({ barcodeNumber: z.string(), ok: z.literal(true) }),
      z.object({ barcodeNumber: z.string(), ok: z.literal(false), message: z.string() }),
    ]),
  ),
});
export type BulkResult = z.infer<typeof bulkResult>;

type Choice<Filter> = Filter extends { choices: infer Choices } ? keyof Choices : string;
type ChoiceFilters = {
  [Name in FactFilterName]: ReturnType<typeof filter<z.ZodType<Choice<(typeof factFilters)[Name]>>>>;
};
const inWords = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const choiceFilters = Object.fromEntries(
  Object.entries<FactFilter>(factFilters).map(([name, { label, choices = {} }]) => {
    const values = Object.keys(choices);
    return [name, filter(z.enum(values, `${label} must be ${inWords.format(values)}`))];
  }),
) as unknown as ChoiceFilters;

/** `GET /api/devices` */
export const deviceFilters = z.object({
  q: searchText,
  ...{ ...choiceFilters, school: schoolFilter, priority: filter(priority) },
  assignedTo: personFilter('Assigned To'),
  ...page,
});
export type DeviceFilters = z.input<typeof deviceFilters>;

/** `GET /api/repair-logs`, newest first. */
export const logFilters = z.object({
  technician: personFilter('Technician'),
  completed: yesOrNo('completed'),
  from: momentFilter('from'),
  to: momentFilter('to'),
  ...page,
});

interface GuideSection {
  title: string;
  text?: string;
  /** The name on the screen, and what it does. */
  points?: readonly (readonly [term: string, meaning: string])[];
}

export const guideSections: readonly GuideSection[] = [
  {
    title: 'Overview',
    text: 'Repairline follows every device of the district from the counter to the finished repair: what came in, who is working on it and what was done. When one person changes something, everyone sees it at once.',
  },
  {
    title: 'Getting Started',
    points: [
      [
        'Add devices',
        "press the 'Add Device' button, which reads 'Add to Intake' on Device Management, and scan or type the asset number. Bulk Import takes a whole list.",
      ],
      ['Start work', 'open the device and press Start Work. It is assigned to you and its status becomes In Progress.'],
      ['Track your time', 'start a work session in the user menu, and end it there when you leave the bench.'],
    ],
  },
  {
    title: 'Device Status System',
    points: [
      ['Intake', 'taken in and waiting for someone to start.'],
      ['In Progress', 'someone is working on it.'],
      ['Completed', 'repaired. It can be taken in again when it comes back.'],
      ['Deprovisioned', 'out of use, kept for parts. An Admin can restore it.'],
    ],
  },
  {
    title: 'Priority Levels',
    points: [
      ['High', 'critical issues affecting learning.'],
      ['Medium', 'standard repairs.'],
      ['Low', 'low impact.'],
    ],
  },
  {
    title: 'Repair Logging',
    text: 'Each entry on a device’s timeline says what was wrong, what was done and by whom. Common issues take one click each; several are joined with commas. Quick Complete, or an entry marked as completed, ends the repair and hands it on to billing.',
  },
  {
    title: 'Navigation',
    points: [
      ['Devices', 'the list with its filters, counts and recent activity.'],
      ['Admin only', 'Analytics, Billing and My Workbench are admin only in the navigation.'],
      ['My Workbench', 'everyone can open their own assignments with the button on Device Management.'],
      ['User menu', 'work session, profile settings and signing out.'],
    ],
  },
  {
    title: 'Tips',
    points: [
      ['/', 'opens Quick Intake from any screen, unless you are typing in a field.'],
      ['Escape', 'closes a dialog. A device or an entry that you were adding is still there when you open it again.'],
      ['Scanner', 'the Enter it sends moves to the next field and never submits a half-filled form.'],
      ['Search', 'finds asset numbers, students, models, issues and assignees.'],
    ],
  },
];

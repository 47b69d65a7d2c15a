import { randomUUID } from 'node:crypto';
import type { Api } from '../api';
import { newColleague, type Colleague } from '../api-journey';
import { complete, deviceIn, log, newDevice, startWork } from '../device-calls';

/** The devices that views show: one in each stage of a repair, and one with every text at its maximum length. */
export interface Bench {
  waiting: string;
  started: string;
  done: string;
  parts: string;
  long: string;
  /** Another person, whose changes the viewers see. */
  other: Colleague;
}

const sentence = 'The hinge is loose on the left and the bezel lifts when the lid is closed. ';
const upTo = (characters: number) => sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters);

/** `worker` is the assignee of the started devices. */
export async function setUpBench(admin: Api, url: string, worker: string): Promise<Bench> {
  const other = await newColleague(admin, url);
  const long = await longDevice(admin, worker);
  const fields = { model: 'Lenovo 300e', studentName: 'Ada Park', initialIssue: 'Screen cracked/broken' };
  const waiting = await deviceIn('INTAKE', admin, { ...fields, priority: 'High' });
  await log(admin, waiting.barcodeNumber, { issue: 'Screen cracked/broken' });
  const { barcodeNumber: started } = await newDevice(admin, fields);
  await startWork(admin, started, { assignedTo: worker });
  await log(admin, started, { issue: 'Hinge loose as well', actions: 'Tightened the hinge' });
  const { barcodeNumber: done } = await newDevice(admin, { ...fields, assignedTo: worker });
  await startWork(admin, done);
  await complete(admin, done, { issue: 'Screen cracked/broken', actions: 'Replaced LCD panel\nTested touch' });
  const parts = await deviceIn('PARTS', admin, fields);
  return {
    ...{ waiting: waiting.barcodeNumber, started, done, parts: parts.barcodeNumber },
    ...{ long, other },
  };
}

async function longDevice(admin: Api, worker: string): Promise<string> {
  const { barcodeNumber } = await newDevice(admin, {
    barcodeNumber: `LONG-${randomUUID()}-${'0123456789'.repeat(3)}`.slice(0, 64),
    model: upTo(120),
    studentName: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(),
    initialIssue: upTo(500),
    notes: upTo(2000),
    priority: 'Low',
    assignedTo: worker,
  });
  await startWork(admin, barcodeNumber);
  await log(admin, barcodeNumber, { issue: upTo(500), actions: upTo(2000), comments: 'x'.repeat(300) });
  await complete(admin, barcodeNumber, { issue: upTo(500), actions: upTo(2000) });
  await log(admin, barcodeNumber, { issue: upTo(500) });
  return barcodeNumber;
}

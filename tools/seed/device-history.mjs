import { createRequire } from 'node:module';
import { diagnoses, firstNames, issues, lastNames, levelShares, models, remarks } from './district.mjs';
import { createRandom, namedId } from './random.mjs';
import { busyMoment, firstSchoolDay, laterAtWork, midnightOf, schoolYearOf } from './school-year.mjs';

const require = createRequire(import.meta.url);

/** Share of devices that are scrapped after a repair that was not worthwhile. */
const WRITTEN_OFF = 0.03;
/** Share of devices taken in, or back, within the last two weeks; about half of them are waiting or being worked on. */
const LATELY = 0.05;
const LATELY_DAYS = 14;
const REPAIRS_A_DEVICE = [
  [1, 55],
  [2, 28],
  [3, 12],
  [4, 5],
];

/**
 * Everything that happened to one device, decided by the product's own rules.
 * @returns its id, asset number and events with their times, oldest first; none after `until`
 */
export function deviceHistory({ seed, number, schools, staff, until }) {
  const random = createRandom(`${seed}/${number}`);
  const name = (...parts) => namedId(seed, String(number), ...parts.map(String));
  const device = {
    deviceId: name('device'),
    assetNumber: `CB-${String(100_000 + number)}`,
    school: schoolOf(random, schools),
    model: random.weighted(models),
  };
  const tape = createTape(until);
  const intakes = intakeMoments(random, until);
  intakes.forEach((at, index) =>
    repair({ random, name, device, staff, tape, at, index, isLast: index === intakes.length - 1 }),
  );
  return { deviceId: device.deviceId, assetNumber: device.assetNumber, events: tape.events };
}

/** Applies commands in order and keeps the events they yield; ignores commands after `until`. */
function createTape(until) {
  const { deviceDecider } = require('@repairline/repairs/domain/device.decider');
  const events = [];
  let state = deviceDecider.initialState();
  return {
    events,
    /** Whether no repair is open, and all events so far are before `at`. */
    isFree: (at) => ['none', 'COMPLETED'].includes(state.status) && !(events.at(-1)?.occurredAt > at),
    play(at, command) {
      if (at > until) return false;
      for (const event of deviceDecider.decide(command, state)) {
        state = deviceDecider.evolve(state, event);
        events.push({ event, occurredAt: at });
      }
      return true;
    },
  };
}

/** Up to the end of `until`'s day, so that its hour does not matter; the first is before it, so each device has one. */
function intakeMoments(random, until) {
  const from = firstSchoolDay(until);
  const [today, tomorrow] = [midnightOf(until), midnightOf(until, 1)];
  const count = random.weighted(REPAIRS_A_DEVICE);
  const moments = Array.from({ length: count }, (_, index) => busyMoment(random, from, index === 0 ? today : tomorrow));
  if (random.chance(LATELY)) moments.push(busyMoment(random, midnightOf(tomorrow, -LATELY_DAYS), tomorrow));
  return moments.sort((one, other) => one - other);
}

function repair({ random, name, device, staff, tape, at, index, isLast }) {
  if (!tape.isFree(at)) return;
  const trouble = random.weighted(issues.map((issue) => [issue, issue.often]));
  const priority = random.weighted(Object.entries(trouble.priorities));
  const technician = random.pick(staff);
  const repairId = name('repair', index);
  const entry = { type: 'LogEntry', repairId, actions: null, comments: null, priority };
  const log = (when, what, more) =>
    tape.play(when, {
      ...entry,
      at: when,
      logId: name('log', index, what),
      issue: trouble.issue,
      technicianId: technician.id,
      ...more,
    });

  tape.play(at, intake({ random, name, device, at, repairId, trouble, priority }));
  if (!log(at, 'intake', {})) return;
  const started = laterAtWork(random, at, random.wait(10));
  const start = {
    type: 'StartWork',
    callerId: technician.id,
    logId: name('log', index, 'start'),
    facts: {},
  };
  if (!tape.play(started, start)) return;
  const seen = laterAtWork(random, started, random.wait(3));
  if (random.chance(0.35) && !log(seen, 'seen', { actions: random.pick(diagnoses), priority: null })) return;
  const done = laterAtWork(random, seen, random.wait(trouble.hours));
  const comments = random.chance(0.12) ? random.pick(remarks) : null;
  if (!log(done, 'done', { actions: random.pick(trouble.fixes), comments, priority: null, type: 'CompleteRepair' }))
    return;
  if (isLast && random.chance(WRITTEN_OFF)) tape.play(laterAtWork(random, done, 8), { type: 'ScrapDevice' });
}

/** An intake. A device has the same student for a whole school year. */
function intake({ random, name, device, at, repairId, trouble, priority }) {
  const student = createRandom(name('student', schoolYearOf(at)));
  const studentName = device.school === 'N/A' ? null : `${student.pick(firstNames)} ${student.pick(lastNames)}`;
  const notes = random.chance(0.15) ? random.pick(remarks) : null;
  return {
    type: 'TakeInDevice',
    ...device,
    at,
    repairId,
    priority,
    studentName,
    initialIssue: trouble.issue,
    notes,
    assigneeId: null,
  };
}

function schoolOf(random, schools) {
  const alike = (level) => schools.filter((school) => school.level === level).length;
  return random.weighted(schools.map(({ code, level }) => [code, levelShares[level] / alike(level)]));
}

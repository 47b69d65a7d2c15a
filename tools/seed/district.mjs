/** Chromebooks that schools have bought, with the percentage of each kind. */
export const models = [
  ['Lenovo 300e Chromebook Gen 3', 24],
  ['HP Chromebook 11 G9 EE', 20],
  ['Acer Chromebook Spin 511', 16],
  ['Dell Chromebook 3110 2-in-1', 15],
  ['Lenovo 100e Chromebook Gen 4', 10],
  ['ASUS Chromebook CR1', 8],
  ['Samsung Galaxy Chromebook Go', 4],
  ['Acer Chromebook 314', 3],
];

/** Share of devices by kind of school; schools of the same kind have equal shares. */
export const levelShares = { HS: 42, MS: 28, ES: 28, NA: 2 };

/** Issue, frequency, priority weights, hours at the bench, and how it is fixed. */
export const issues = [
  [
    'Screen cracked/broken',
    24,
    { High: 3, Medium: 6, Low: 1 },
    30,
    ['Replaced LCD panel', 'Replaced LCD panel and bezel', 'Replaced screen assembly\nTested touch'],
  ],
  [
    'Keyboard not working',
    12,
    { High: 1, Medium: 7, Low: 2 },
    20,
    ['Replaced keyboard', 'Cleaned keyboard\nReseated ribbon cable'],
  ],
  [
    'Charging problems',
    12,
    { High: 3, Medium: 6, Low: 1 },
    18,
    ['Replaced USB-C port board', 'Replaced charger', 'Cleaned charging port'],
  ],
  [
    "Won't turn on/No power",
    9,
    { High: 6, Medium: 4, Low: 0 },
    40,
    ['Hard reset, battery reconnected', 'Replaced battery', 'Replaced motherboard under warranty'],
  ],
  ['Missing keys', 9, { High: 0, Medium: 4, Low: 6 }, 10, ['Replaced key caps', 'Replaced keyboard']],
  ['Touchpad issues', 6, { High: 0, Medium: 7, Low: 3 }, 16, ['Reseated touchpad cable', 'Replaced touchpad']],
  [
    'Liquid damage',
    5,
    { High: 6, Medium: 4, Low: 0 },
    60,
    ['Cleaned and dried, replaced keyboard', 'Replaced motherboard'],
  ],
  ['WiFi not connecting', 5, { High: 2, Medium: 7, Low: 1 }, 8, ['Re-enrolled device', 'Replaced WiFi card']],
  ['Battery problems', 5, { High: 1, Medium: 6, Low: 3 }, 24, ['Replaced battery']],
  [
    'Camera not working',
    3,
    { High: 0, Medium: 3, Low: 7 },
    12,
    ['Replaced camera module', 'Powerwashed, camera works'],
  ],
  ['Audio not working', 3, { High: 0, Medium: 4, Low: 6 }, 12, ['Replaced speaker', 'Cleaned headphone jack']],
  ['Software issues', 3, { High: 0, Medium: 6, Low: 4 }, 4, ['Powerwashed and re-enrolled', 'Updated ChromeOS']],
  ['Slow performance', 2, { High: 0, Medium: 3, Low: 7 }, 4, ['Powerwashed and re-enrolled']],
  ['Login issues', 1, { High: 2, Medium: 6, Low: 2 }, 2, ['Account re-synced\nRe-enrolled device']],
  ['Physical damage', 1, { High: 2, Medium: 6, Low: 2 }, 30, ['Replaced palm rest and hinge', 'Replaced bottom cover']],
].map(([issue, often, priorities, hours, fixes]) => ({ issue, often, priorities, hours, fixes }));

export const diagnoses = [
  'Parts ordered',
  'Waiting for the part',
  'Opened and inspected, cause confirmed',
  'Loaner given to student',
  'Warranty claim filed',
];

export const remarks = [
  'Student says it fell from the desk',
  'Second time this year',
  'Insurance claim open',
  'Please return to the front office',
  'Charger not handed in',
];

export const technicians = [
  'Dana Whitfield',
  'Marcus Oyelaran',
  'Priya Raman',
  'Tomasz Zielinski',
  'Elena Castillo',
  'Jordan Beckett',
];

export const firstNames = (
  'Ava Liam Noah Mia Ethan Zoe Lucas Chloe Mateo Aaliyah Owen Nora Elijah Layla Caleb Ivy Diego Hazel Isaac Ruby ' +
  'Amir Stella Leo Violet Jayden Naomi Xavier Camila Wyatt Sofia Kai Maya Micah Elena Andre Lucia Theo Grace Omar Freya'
).split(' ');

export const lastNames = (
  'Nguyen Garcia Patel Johnson Kim Brown Martinez Okafor Schmidt Lopez Davis Hernandez Clark Ali Rivera Walker Cohen ' +
  'Young Torres Allen Rossi Scott Ortiz Baker Haddad Reed Morales Cooper Singh Bailey Kowalski Foster Vargas Hughes Diaz'
).split(' ');

import { readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';

const SPECS = ['**/*.spec.{ts,tsx}', '**/testing/**'];
const APPS = readdirSync(new URL('../../apps', import.meta.url));
const LIBS = ['event-store', 'messaging', 'postgres', 'projections', 'service', 'service-kit'];

/** What each library may import besides contracts. */
const LIBS_OF = {
  'service-kit': [],
  postgres: ['service-kit'],
  'event-store': ['service-kit', 'postgres'],
  messaging: ['service-kit', 'postgres', 'event-store'],
  projections: ['service-kit', 'postgres', 'event-store'],
  service: ['service-kit', 'postgres', 'event-store', 'messaging', 'projections'],
};

const nodeModules = `(node:.*|(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})(/.*)?)`;
const serverPackages = '(@nestjs/.*|nats|pg|kysely|pino|express|ws|rxjs|helmet|compression|passport.*|@node-rs/.*)';

const apps = {
  regex: `^@repairline/(${APPS.join('|')})(/|$)|(^|/)apps/`,
  message: 'An app is nobody’s library: share through libs, talk through the bus.',
};
const outOfPackage = { regex: '^\\.\\.?/(.*/)?(src|dist)/', message: 'Import another package by its name.' };
const serverLibs = {
  regex: `^@repairline/(${LIBS.join('|')})(/|$)`,
  message: 'Only @repairline/contracts may be imported here.',
};
const io = { regex: `^(${nodeModules}|${serverPackages})$`, message: 'No input or output here: this code is pure.' };
const serverCode = {
  regex: `^(${nodeModules}|${serverPackages})$`,
  message: 'The browser cannot run server packages.',
};

const browser = [apps, outOfPackage, serverLibs, serverCode];

/** All that a domain may import: contracts, the decider's types, and its own folder. */
const domain = {
  regex: '^(?!@repairline/contracts/|@repairline/event-store/decider$|\\./)',
  message: 'A domain imports only contracts, the decider’s types and its own folder.',
};

const upperLayers = {
  regex: '^(\\.\\./)+(app|features)/',
  message: 'The web app’s imports go from app to features to components, api and live.',
};
const otherFeatures = {
  regex: '^\\.\\./[^.]',
  message: 'A feature imports no other feature: move what both need to components, api or live.',
};

function otherLibsThan(names) {
  const others = LIBS.filter((lib) => !names.includes(lib));
  return {
    regex: `^@repairline/(${others.join('|')})(/|$)`,
    message: `Of the libraries, this one imports only ${['contracts', ...names].join(', ')}.`,
  };
}

function forbid(files, patterns, ignores = []) {
  return { files, ignores, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/** Dependencies point one way. A later entry replaces earlier ones for the files it names. */
export const boundaries = [
  forbid(['apps/*/src/**/*.{ts,tsx}'], [apps, outOfPackage]),
  forbid(['libs/*/src/**/*.ts'], [apps, outOfPackage]),
  ...Object.entries(LIBS_OF).map(([lib, libs]) =>
    forbid([`libs/${lib}/src/**/*.ts`], [apps, outOfPackage, otherLibsThan(libs)]),
  ),
  forbid(['apps/*/src/domain/**/*.ts'], [domain], SPECS),
  forbid(['apps/web/src/**/*.{ts,tsx}'], browser, SPECS),
  forbid(['apps/web/src/{components,api,live}/**/*.{ts,tsx}'], [...browser, upperLayers], SPECS),
  forbid(['apps/web/src/features/**/*.{ts,tsx}'], [...browser, upperLayers, otherFeatures], SPECS),
  forbid(['libs/contracts/src/**/*.ts'], [apps, outOfPackage, serverLibs, io], SPECS),
];

const EXTENSIONS = ['.ts', '.tsx', '.mjs'];

/** No circle of imports within a package, but of types and of what is loaded late; boundaries let none arise between packages. */
export const circles = {
  files: ['**/*.{ts,tsx,mjs}'],
  plugins: { 'import-x': importX },
  settings: {
    'import-x/extensions': EXTENSIONS,
    'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    'import-x/resolver-next': [createNodeResolver({ extensions: EXTENSIONS })],
  },
  rules: { 'import-x/no-cycle': ['error', { ignoreExternal: true, allowUnsafeDynamicCyclicDependency: true }] },
};

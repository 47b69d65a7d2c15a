import { SERVICES } from './rights.mjs';

const prefixOf = (service) => `${service.toUpperCase()}_`;

/** The variables with the addresses of a bus run elsewhere: the operators' ones, and those of each service's own users. */
export const BUS_VARIABLES = ['', ...SERVICES.map(prefixOf)].flatMap((prefix) =>
  ['NATS_URL', 'NATS_CALLS_URL', 'NATS_EVENTS_URL'].map((name) => prefix + name),
);

/** With NATS_TLS every server is one with TLS, as in nats-options.ts, which is not there before a build. */
function addressIn(env, name) {
  const servers = (env[name] || undefined)?.split(',');
  const encrypted = (server) => (server.includes('://') ? server.replace(/^nats:/, 'tls:') : `tls://${server}`);
  return (env.NATS_TLS ? servers?.map(encrypted) : servers)?.join(',');
}

/** NATS_CALLS_URL is for calls, NATS_EVENTS_URL for everything else, and NATS_URL for each of them that is absent. */
export function busAddresses(env, prefix = '') {
  const forBoth = addressIn(env, `${prefix}NATS_URL`);
  return {
    callsUrl: addressIn(env, `${prefix}NATS_CALLS_URL`) ?? forBoth,
    eventsUrl: addressIn(env, `${prefix}NATS_EVENTS_URL`) ?? forBoth,
  };
}

/** The bus run elsewhere that the variables name, with its addresses for the operators and for each service, if any. */
export function givenBus(env) {
  const { callsUrl, eventsUrl } = busAddresses(env);
  if (!eventsUrl) return undefined;
  const own = (service) => busAddresses(env, prefixOf(service));
  const forBoth = addressIn(env, 'NATS_URL');
  // The operator for calls may have no right to answer them, so a service without users of its own prefers NATS_URL.
  return {
    ...{ callsUrl, eventsUrl },
    callsUrlOf: (service) => own(service).callsUrl ?? forBoth ?? callsUrl,
    eventsUrlOf: (service) => own(service).eventsUrl ?? forBoth ?? eventsUrl,
  };
}

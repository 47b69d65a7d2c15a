import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** What throttling counts as one client: an IPv4 address, or the /64 of an IPv6 household. */
export function clientOf(ip: string | undefined): string {
  if (!ip) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? ip).split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`;
}

/** The client of an upgrade, which Express does not see: behind https, the one proxy in front names it last. */
export function clientOfUpgrade({ headers, socket }: IncomingMessage, isHttps: boolean): string {
  const forwarded = isHttps ? String(headers['x-forwarded-for'] ?? '') : '';
  return clientOf(forwarded.split(',').at(-1)?.trim() || socket.remoteAddress);
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['CrOS', 'ChromeOS'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** A browser in words, by which people recognize their own: `Chrome on ChromeOS`. */
export function agentOf(userAgent = ''): string {
  const named = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = named(SYSTEMS);
  return (named(BROWSERS) ?? 'Unknown browser') + (system ? ` on ${system}` : '');
}

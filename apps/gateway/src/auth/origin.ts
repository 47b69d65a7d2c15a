const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/u;

/** The one origin whose pages may call us: the configured one, else, on localhost only, the requested address. */
export function allowedOrigin(publicOrigin: string | undefined, host: string | undefined): string | undefined {
  if (publicOrigin) return publicOrigin;
  return host && LOCAL_HOST.test(host.toLowerCase()) ? `http://${host.toLowerCase()}` : undefined;
}

export function isAllowedOrigin(
  origin: string | undefined,
  publicOrigin: string | undefined,
  host: string | undefined,
): boolean {
  const allowed = allowedOrigin(publicOrigin, host);
  return allowed !== undefined && origin?.toLowerCase() === allowed.toLowerCase();
}

import helmet from 'helmet';
import type { RequestHandler } from 'express';

interface Headers {
  isHttps: boolean;
  publicOrigin: string | undefined;
}

/** Our pages may load only our own files. Each page widens `style-src` for itself. */
export function securityHeaders({ isHttps, publicOrigin }: Headers): RequestHandler {
  const socket = publicOrigin ? [publicOrigin.replace(/^http/u, 'ws')] : [];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...socket],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
}

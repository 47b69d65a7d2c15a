import type { Request, RequestHandler } from 'express';
import passport from 'passport';

/** Runs the named strategy on the request: resolves to whom it finds, or null. Rejects with the strategy's error. */
export function authenticateBy<Found>(strategy: 'sign-in' | 'password', request: Request): Promise<Found | null> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null | undefined, found?: Found | false | null) =>
      error ? reject(error) : resolve(found || null);
    const handler = passport.authenticate(strategy, { session: false }, settle) as RequestHandler;
    void handler(request, request.res as NonNullable<Request['res']>, reject);
  });
}

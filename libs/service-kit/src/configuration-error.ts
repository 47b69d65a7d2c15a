/** EX_CONFIG of sysexits.h: restarting would not help. */
export const WRONG_CONFIGURATION = 78;

/**
 * A configuration error that shows only when the process uses the setting. The process is not restarted automatically.
 */
export class ConfigurationError extends Error {
  constructor(variable: string, problem: string, options?: ErrorOptions) {
    super(`${variable}: ${problem}`, options);
  }
}

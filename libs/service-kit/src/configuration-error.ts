/** EX_CONFIG of sysexits.h: starting again would not help. */
export const WRONG_CONFIGURATION = 78;

/** What a process finds wrong with its configuration only when it uses it. Nobody starts it again by itself. */
export class ConfigurationError extends Error {
  constructor(variable: string, problem: string, options?: ErrorOptions) {
    super(`${variable}: ${problem}`, options);
  }
}

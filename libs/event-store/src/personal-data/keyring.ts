export interface SubjectKey {
  /** A UUID; stands beside the ciphertext in stored events. */
  keyId: string;
  /** 32 bytes, for AES-256. */
  key: Buffer;
}

/** Keys of personal data, one a subject (a device with its student, a user), kept apart from the log. */
export interface Keyring {
  /** The keys to encrypt with, by subject; a subject's first is made here. Processes that meet agree on one. */
  keysFor(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** The keys to decrypt with, by key id. An erased key is absent. */
  keys(keyIds: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** After this nobody reads what was encrypted for the subject. A later event of it gets a new key. */
  erase(subject: string): Promise<void>;
}

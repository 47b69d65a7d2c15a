import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface MigrationFile {
  /** The library or service that the file belongs to: the name of its folder's parent. */
  source: string;
  name: string;
  sql: string;
}

const SHARED = ['event-store', 'projections', 'messaging'];
const ROOT = join(__dirname, '..', '..', '..', '..');

/** A service's migration folders, in the order they are applied. */
export function migrationFolders(service: string): string[] {
  return [...SHARED.map((lib) => join(ROOT, 'libs', lib, 'migrations')), join(ROOT, 'apps', service, 'migrations')];
}

export async function migrationFiles(folders: string[]): Promise<MigrationFile[]> {
  const files: MigrationFile[] = [];
  for (const folder of folders) {
    for (const name of await sqlNames(folder)) {
      files.push({ source: basename(dirname(folder)), name, sql: await readFile(join(folder, name), 'utf8') });
    }
  }
  return files;
}

async function sqlNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^\d+.*\.sql$/.test(name)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

import { api } from './api';
import { queryString, type CallArgs } from './base-query';
import { readError, UNREACHABLE, type CallError } from './call-error';

interface Export {
  /** Below /api/. */
  url: string;
  params?: CallArgs['params'];
  /** Without it the file is named as the server names it. */
  fileName?: string;
}

const exportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Asks for a CSV and saves it as a file. */
    exportCsv: build.mutation<null, Export>({
      queryFn: async ({ url, params, fileName }) => {
        try {
          const response = await fetch(`/api/${url}${queryString(params)}`, { credentials: 'include' });
          if (!response.ok) return { error: await readError(response) };
          const named = nameFrom(response.headers.get('Content-Disposition'));
          save(await response.blob(), fileName ?? named ?? 'export.csv');
          return { data: null };
        } catch {
          return { error: { status: 'unreachable', message: UNREACHABLE, body: undefined } satisfies CallError };
        }
      },
    }),
  }),
});

export const { useExportCsvMutation } = exportsApi;

/** The file name of a Content-Disposition header. */
export function nameFrom(disposition: string | null): string | undefined {
  return /filename="?([^";]+)"?/u.exec(disposition ?? '')?.[1];
}

function save(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has to have begun to read before the address goes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

import { createAsyncThunk, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { queryString, type ReadArgs } from '../base-query';
import { readError, UNREACHABLE, type CallError } from '../call-error';

interface Export {
  /** Below /api/. */
  url: string;
  params?: ReadArgs['params'];
  /** If absent, the server names the file. */
  fileName?: string;
}

/** Not an API query: no data on the screen is reread while one of those runs, and an export takes long. */
const saveCsv = createAsyncThunk<void, Export, { rejectValue: CallError }>(
  'exports/saveCsv',
  async ({ url, params, fileName }, { rejectWithValue }) => {
    try {
      const response = await fetch(`/api/${url}${queryString(params)}`, { credentials: 'include' });
      if (!response.ok) return rejectWithValue(await readError(response));
      const named = nameFrom(response.headers.get('Content-Disposition'));
      save(await response.blob(), fileName ?? named ?? 'export.csv');
    } catch {
      return rejectWithValue({ status: 'unreachable', message: UNREACHABLE, body: undefined });
    }
  },
);

/** Requests a CSV and saves it as a file; throws a CallError. */
export function useExportCsv() {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [isExporting, setExporting] = useState(false);
  const exportCsv = async (wanted: Export) => {
    setExporting(true);
    try {
      await dispatch(saveCsv(wanted)).unwrap();
    } finally {
      setExporting(false);
    }
  };
  return { exportCsv, isExporting };
}

/** The file name in a Content-Disposition header. */
export function nameFrom(disposition: string | null): string | undefined {
  return /filename="?([^";]+)"?/u.exec(disposition ?? '')?.[1];
}

function save(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser must have begun to read before the URL is revoked.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

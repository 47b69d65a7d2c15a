import { createAsyncThunk, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { queryString, type CallArgs } from './base-query';
import { readError, UNREACHABLE, type CallError } from './call-error';

interface Export {
  /** Below /api/. */
  url: string;
  params?: CallArgs['params'];
  /** Without it the file is named as the server names it. */
  fileName?: string;
}

/** Apart from the other calls: while one of those is on its way, nothing that is shown is read again, and this takes long. */
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

/** Asks for a CSV and saves it as a file. What it throws is a CallError. */
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

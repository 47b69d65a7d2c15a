import { createApi } from '@reduxjs/toolkit/query/react';
import { createBaseQuery } from './base-query';
import { createCsrfToken } from './csrf-token';
import { tagTypes } from './tags';

export const csrfToken = createCsrfToken();

export const api = createApi({
  reducerPath: 'api',
  baseQuery: createBaseQuery(csrfToken),
  tagTypes,
  endpoints: () => ({}),
});

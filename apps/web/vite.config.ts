import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const contracts = fileURLToPath(new URL('../../libs/contracts/src', import.meta.url));
const gateway = 'http://localhost:3000';

export default defineConfig({
  base: '/',
  plugins: [react()],
  resolve: { alias: { '@repairline/contracts': contracts } },
  // check-bundle.mjs reads the manifest.
  build: {
    target: 'es2023',
    assetsDir: 'assets',
    manifest: true,
    modulePreload: { polyfill: false },
    // Every chunk names others by their hashes, which do not compress.
    rolldownOptions: { output: { chunkFileNames: 'assets/[name]-[hash:7].js' } },
  },
  server: { proxy: { '/api': gateway, '/ws': { target: gateway, ws: true } } },
});

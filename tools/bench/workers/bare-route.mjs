import { createRequire } from 'node:module';
import { workerInput } from '../workers.mjs';

const require = createRequire(import.meta.url);
const express = require('express');

// The route's own server with nothing behind it: it reads the body and answers with a ready-made entry.
const { port, answer } = workerInput();
const app = express();
app.post('/api/devices/:barcode/logs', express.json(), (_request, response) => response.status(201).json(answer));
app.listen(port, '127.0.0.1', () => process.stderr.write(''));
process.stdin.resume().on('end', () => process.exit(0));

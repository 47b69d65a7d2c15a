import assert from 'node:assert/strict';
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeCertificates, renewCertificates } from './testing/certificates.mjs';

const DAY_MS = 24 * 3600 * 1000;
const read = (folder, name) => readFileSync(join(folder, name));
const certificate = (folder, name) => new X509Certificate(read(folder, `${name}.crt`));
const daysLeft = ({ validTo }) => Math.round((Date.parse(validTo) - Date.now()) / DAY_MS);

test('the script makes an authority and a certificate with each name of the bus and the database', (t) => {
  const folder = makeCertificates(t);
  const [authority, server] = [certificate(folder, 'ca'), certificate(folder, 'tls')];
  assert.deepEqual([authority.ca, server.ca], [true, false]);
  assert.ok(server.checkIssued(authority) && server.verify(authority.publicKey));
  assert.ok(server.checkPrivateKey(createPrivateKey(read(folder, 'tls.key'))));
  const names = ['nats', 'postgres', 'localhost', 'repairline-nats', 'repairline-nats-2.repairline-nats-servers'];
  assert.deepEqual(
    names.filter((name) => !server.checkHost(name)),
    [],
  );
  assert.ok(server.checkIP('127.0.0.1'));
  assert.equal(server.checkHost('elsewhere'), undefined);
  assert.deepEqual([daysLeft(authority), daysLeft(server)], [3650, 730]);
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
  const expected = { 'ca.crt': 0o644, 'ca.key': 0o600, 'tls.crt': 0o644, 'tls.key': 0o600 };
  assert.deepEqual(Object.fromEntries(modes), expected);
});

test('run again, the script replaces the certificate and its key, and keeps the authority', (t) => {
  const folder = makeCertificates(t);
  const files = () => Object.fromEntries(readdirSync(folder).map((name) => [name, read(folder, name).toString()]));
  const before = files();
  assert.match(renewCertificates(folder), /tls\.crt: valid until .+\n$/);
  const after = files();
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  assert.deepEqual(changed.sort(), ['tls.crt', 'tls.key']);
  assert.ok(certificate(folder, 'tls').verify(certificate(folder, 'ca').publicKey));
});

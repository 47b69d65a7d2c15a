#!/bin/sh
# Creates what the bus and the database need to encrypt their connections, in Docker Compose and on Kubernetes.
#   sh tools/deploy/certificates.sh [FOLDER]     ca.crt, ca.key, tls.crt and tls.key, in certificates/
# Run again, it replaces the certificate, which is valid for two years, and keeps the authority, valid for ten.
set -eu
umask 077

case ${1:-} in -*) sed -n '2,4s/^# \{0,1\}//p' "$0"; exit 2 ;; esac
if ! command -v openssl >/dev/null; then echo 'openssl is missing; on Debian: apt-get install openssl' >&2; exit 1; fi
FOLDER=${1:-certificates}
mkdir -p "$FOLDER"
DRAFTS=$(mktemp -d "$FOLDER/drafts.XXXXXX")
trap 'rm -rf "$DRAFTS"' EXIT

# The names under which clients reach the servers, and those of a cluster each other.
cat >"$DRAFTS/settings" <<'END'
[req]
distinguished_name = subject
[subject]
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[server]
subjectAltName = DNS:nats, DNS:postgres, DNS:repairline-nats, DNS:repairline-nats.repairline, DNS:repairline-nats.repairline.svc, DNS:repairline-nats-0.repairline-nats-servers, DNS:repairline-nats-1.repairline-nats-servers, DNS:repairline-nats-2.repairline-nats-servers, DNS:localhost, IP:127.0.0.1
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth, clientAuth
authorityKeyIdentifier = keyid
END

# request KEY NAME OPTION…
request() {
  key=$1 name=$2
  shift 2
  openssl req -config "$DRAFTS/settings" -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$key" -subj "/CN=$name" "$@" 2>"$DRAFTS/said" ||
    { cat "$DRAFTS/said" >&2; exit 1; }
}

if [ ! -e "$FOLDER/ca.key" ]; then
  request "$DRAFTS/ca.key" 'Repairline authority' -x509 -days 3650 -extensions authority -out "$DRAFTS/ca.crt"
  mv "$DRAFTS/ca.crt" "$DRAFTS/ca.key" "$FOLDER"
fi
request "$DRAFTS/tls.key" 'Repairline server' -out "$DRAFTS/request"
openssl x509 -req -in "$DRAFTS/request" -CA "$FOLDER/ca.crt" -CAkey "$FOLDER/ca.key" -CAcreateserial -CAserial "$DRAFTS/serial" \
  -days 730 -extfile "$DRAFTS/settings" -extensions server -out "$DRAFTS/tls.crt" 2>"$DRAFTS/said" || { cat "$DRAFTS/said" >&2; exit 1; }
mv "$DRAFTS/tls.crt" "$DRAFTS/tls.key" "$FOLDER"
chmod 644 "$FOLDER/ca.crt" "$FOLDER/tls.crt"
echo "$FOLDER/tls.crt: $(openssl x509 -in "$FOLDER/tls.crt" -noout -enddate | sed 's/notAfter=/valid until /')"

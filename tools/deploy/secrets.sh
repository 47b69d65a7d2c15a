#!/bin/sh
# Creates the secrets of an installation. Each is random; those that exist already are kept.
#   sh tools/deploy/secrets.sh [FILE]                  .env for docker-compose.yml; adds what an older file lacks
#   sh tools/deploy/secrets.sh --kubernetes [FILE]     Secrets for `kubectl create -f`, in repairline-secrets.yaml
# Taken from the environment if set: ADMIN_PASSWORD, DATA_KEY, SESSION_SECRET; for .env also the district's other
# variables in docs/configuration.md; for Kubernetes also DATABASE_HOST, DATABASE_OWNER, POSTGRES_PASSWORD, and
# DATABASE_OPTIONS, which is appended to each database address: sslmode=verify-full
# -f: the ? in an address is not a pattern for file names.
set -euf
umask 077

SERVICES='identity repairs billing analytics'
BUS_USERS="repairline gateway $SERVICES"
# Those of the district that docker-compose.yml has defaults for.
OPTIONAL='DISTRICT_NAME SCHOOLS_FILE SESSION_IDLE_HOURS SESSION_MAX_HOURS LOG_LEVEL OTEL_EXPORTER_OTLP_ENDPOINT'

random_hex() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
# Begins with a letter because nats-server reads an environment value that begins with a digit as a number.
bus_password() { printf 'n%s' "$(random_hex 24)"; }
# Easy to read aloud: without 0 O 1 l I.
readable() { LC_ALL=C tr -dc 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789' </dev/urandom | dd bs=1 count=16 2>/dev/null | sed 's/..../&-/g; s/-$//'; }
upper() { printf '%s' "$1" | tr 'a-z' 'A-Z'; }

time_zone() {
  # In TZ a ':' may precede the name, or a file.
  zone=${TZ:-}
  zone=${zone#:}
  if [ -n "$zone" ] && [ "$zone" != /etc/localtime ]; then printf '%s' "$zone"
  elif [ -L /etc/localtime ]; then readlink /etc/localtime | sed 's#.*/zoneinfo/##'
  else printf 'Etc/UTC'; fi
}

# ---------------------------------------------------------------- .env

has() { grep -q "^$1=" "$FILE"; }

# Reads it as Compose does: the last line with that name counts, without its quotes or a comment after ' #'.
value_of() {
  sed -n "s/^$1=//p" "$FILE" | tail -n 1 | sed \
    -e "s/^'\([^']*\)'.*/\1/;t" \
    -e 's/^"\([^"\\]*\(\\.[^"\\]*\)*\)".*/\1/;t escaped' \
    -e 's/[[:space:]]#.*//; s/[[:space:]]*$//; b' -e ': escaped' -e 's/\\\(.\)/\1/g'
}

# As Compose reads it back: as it is between ', which it cannot contain, else with escapes between ".
quoted() {
  case $1 in
    *"'"*) printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"$]/\\&/g')" ;;
    *) printf "'%s'" "$1" ;;
  esac
}

# Warns that a variable of the environment was ignored because the file has another value. Never prints a secret.
tell() {
  eval "given=\${$1:-}"
  if [ -z "$given" ] || [ "$given" = "$(value_of "$1")" ]; then return; fi
  case $1 in
    ADMIN_PASSWORD) reason="it is used only at the first start, from $FILE" ;;
    *PASSWORD | *SECRET | *KEY) reason="$FILE already has another value" ;;
    *) reason="$FILE already has '$(value_of "$1")'" ;;
  esac
  echo "$1 from the environment is ignored: $reason" >&2
}

# Adds a variable unless the file has it: a later line would override the existing one.
keep() {
  if ! has "$1"; then
    printf '%s=%s\n' "$1" "$(quoted "$2")" >>"$FILE"
    ADDED="$ADDED $1"
  fi
  tell "$1"
}

write_env() {
  FILE=${1:-.env}
  ADDED=''
  if [ ! -e "$FILE" ]; then
    printf '%s\n' '# Made by tools/deploy/secrets.sh. Without DATA_KEY no backup can be restored, and names and notes in the log cannot be read: keep a copy apart from the server.' >"$FILE"
  fi
  chmod 600 "$FILE"
  # Every file that the product has run with has both of these; one begun by hand may lack one.
  IS_FIRST=$(has DATA_KEY && has POSTGRES_PASSWORD || echo yes)
  # What is added must not continue a last line that has no line break.
  if [ -n "$(tail -c 1 "$FILE")" ]; then echo >>"$FILE"; fi
  keep PUBLIC_ORIGIN "${PUBLIC_ORIGIN:-http://localhost:3000}"
  keep SCHOOL_EMAIL_DOMAINS "${SCHOOL_EMAIL_DOMAINS:-school.example}"
  domains=$(value_of SCHOOL_EMAIL_DOMAINS | tr -d ' ')
  domains=${domains:-school.example}
  keep DISTRICT_TIMEZONE "${DISTRICT_TIMEZONE:-$(time_zone)}"
  keep ADMIN_EMAIL "${ADMIN_EMAIL:-admin@${domains%%,*}}"
  # Compose would take a path without a folder for the name of a volume.
  case ${SCHOOLS_FILE:-/} in /*) ;; *) SCHOOLS_FILE=$PWD/$SCHOOLS_FILE ;; esac
  for name in $OPTIONAL; do
    eval "given=\${$name:-}"
    if [ "$given" ]; then keep "$name" "$given"; fi
  done
  # The administrator removes it after the first sign-in; a new one would belong to nobody.
  if [ "$IS_FIRST" ]; then keep ADMIN_PASSWORD "${ADMIN_PASSWORD:-$(readable)}"; else tell ADMIN_PASSWORD; fi
  keep DATA_KEY "${DATA_KEY:-$(random_hex 32)}"
  keep SESSION_SECRET "${SESSION_SECRET:-$(random_hex 32)}"
  keep POSTGRES_PASSWORD "$(random_hex 24)"
  for service in $SERVICES; do keep "$(upper "$service")_DATABASE_PASSWORD" "$(random_hex 24)"; done
  for user in $BUS_USERS; do keep "NATS_$(upper "$user")_PASSWORD" "$(bus_password)"; done
  if [ -n "$ADDED" ]; then echo "$FILE: added$ADDED"; else echo "$FILE has everything already"; fi
}

# ---------------------------------------------------------------- Kubernetes

# secret NAME TYPE KEY=VALUE…
secret() {
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\n  namespace: repairline\n  labels: { app.kubernetes.io/part-of: repairline }\ntype: %s\nstringData:\n' "$1" "$2"
  shift 2
  for pair in "$@"; do printf "  %s: '%s'\n" "${pair%%=*}" "$(printf '%s' "${pair#*=}" | sed "s/'/''/g")"; done
}

database_secrets() {
  host=${DATABASE_HOST:-repairline-postgres-rw:5432}
  owner=${DATABASE_OWNER:-repairline}
  owner_password=${POSTGRES_PASSWORD:-$(random_hex 24)}
  case $owner_password in *[!A-Za-z0-9._~-]*) echo 'POSTGRES_PASSWORD becomes part of an address: use only letters, digits and . _ ~ -' >&2; exit 1 ;; esac
  case ${DATABASE_OPTIONS:-} in *[!A-Za-z0-9._~%/=\&+:,-]*) echo 'DATABASE_OPTIONS becomes part of an address, like sslmode=verify-full&sslrootcert=/path: without a ? before it, other characters escaped like %20' >&2; exit 1 ;; esac
  place=$host/repairline${DATABASE_OPTIONS:+?$DATABASE_OPTIONS}
  secret repairline-database-owner kubernetes.io/basic-auth "username=$owner" "password=$owner_password"
  set -- "DATABASE_URL=postgres://$owner:$owner_password@$place"
  for service in $SERVICES; do
    password=$(random_hex 24)
    url=postgres://repairline_$service:$password@$place
    eval "URL_$service=\$url"
    secret "repairline-database-$service" kubernetes.io/basic-auth "username=repairline_$service" "password=$password"
    set -- "$@" "$(upper "$service")_DATABASE_PASSWORD=$password"
  done
  secret repairline-migrate Opaque "$@"
  shift
  TOOLS_DATABASE="DATABASE_URL=postgres://$place $*"
}

service_secrets() {
  operator=$(bus_password)
  set -- "NATS_ROUTES_PASSWORD=$(bus_password)" "NATS_REPAIRLINE_PASSWORD=$operator"
  for service in gateway $SERVICES; do
    password=$(bus_password)
    eval "BUS_$service=nats://$service:$password@repairline-nats:4222"
    set -- "$@" "NATS_$(upper "$service")_PASSWORD=$password"
  done
  secret repairline-nats Opaque "$@"
  key=${DATA_KEY:-$(random_hex 32)}
  # Without the owner's password: the commands sign in as the services do.
  # shellcheck disable=SC2086 # each pair is one word
  secret repairline-tools Opaque $TOOLS_DATABASE "NATS_URL=nats://repairline:$operator@repairline-nats:4222" "DATA_KEY=$key"
  secret repairline-gateway Opaque "NATS_URL=$BUS_gateway" "SESSION_SECRET=${SESSION_SECRET:-$(random_hex 32)}"
  secret repairline-identity Opaque "NATS_URL=$BUS_identity" "DATABASE_URL=$URL_identity" "DATA_KEY=$key" \
    "ADMIN_PASSWORD=${ADMIN_PASSWORD:-$(readable)}"
  secret repairline-repairs Opaque "NATS_URL=$BUS_repairs" "DATABASE_URL=$URL_repairs" "DATA_KEY=$key"
  secret repairline-billing Opaque "NATS_URL=$BUS_billing" "DATABASE_URL=$URL_billing" "DATA_KEY=$key"
  secret repairline-analytics Opaque "NATS_URL=$BUS_analytics" "DATABASE_URL=$URL_analytics"
}

write_kubernetes() {
  FILE=${1:-repairline-secrets.yaml}
  if [ -e "$FILE" ]; then echo "$FILE already exists; new secrets would lock the installation out of its data" >&2; exit 1; fi
  # Written to a draft first, so that a run refused halfway leaves no file that looks like secrets in use.
  DRAFT=$FILE.draft
  trap 'rm -f "$DRAFT"' EXIT
  {
    printf '%s\n' '# Made by tools/deploy/secrets.sh. Without DATA_KEY no backup can be restored, and names and notes in the log cannot be read: keep this file apart from the cluster.'
    database_secrets
    service_secrets
  } >"$DRAFT"
  mv "$DRAFT" "$FILE"
  echo "$FILE: kubectl create -f $FILE, then keep it in a safe place"
}

case ${1:-} in
  --kubernetes) shift; write_kubernetes "$@" ;;
  -*) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2 ;;
  *) write_env "$@" ;;
esac

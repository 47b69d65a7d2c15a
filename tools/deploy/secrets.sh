#!/bin/sh
# Makes what an installation must keep to itself. Every secret is new and random; what is there already is kept.
#   sh tools/deploy/secrets.sh [FILE]                  .env of docker-compose.yml; adds what an older one does not have
#   sh tools/deploy/secrets.sh --kubernetes [FILE]     Secrets for `kubectl create -f`, in repairline-secrets.yaml
#   sh tools/deploy/secrets.sh --kubernetes-tools      the one that older clusters lack, from those that they have, on stdout
# Taken from the environment where set: PUBLIC_ORIGIN, SCHOOL_EMAIL_DOMAINS, DISTRICT_TIMEZONE, ADMIN_EMAIL,
# ADMIN_PASSWORD, DATA_KEY, SESSION_SECRET; for Kubernetes also DATABASE_HOST, DATABASE_OWNER, POSTGRES_PASSWORD,
# and DATABASE_OPTIONS, which goes to the end of each address of the database: sslmode=verify-full
# No file has a name that the ? of an address may stand for.
set -euf
umask 077

SERVICES='identity repairs billing analytics'
BUS_USERS="repairline gateway $SERVICES"

random_hex() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
# Begins with a letter: nats-server takes a value of the environment that begins with a digit for a number.
bus_password() { printf 'n%s' "$(random_hex 24)"; }
# As people can read it aloud: no 0 O 1 l I.
readable() { LC_ALL=C tr -dc 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789' </dev/urandom | dd bs=1 count=16 2>/dev/null | sed 's/..../&-/g; s/-$//'; }
upper() { printf '%s' "$1" | tr 'a-z' 'A-Z'; }

time_zone() {
  if [ -n "${TZ:-}" ]; then printf '%s' "$TZ"
  elif [ -L /etc/localtime ]; then readlink /etc/localtime | sed 's#.*/zoneinfo/##'
  else printf 'Etc/UTC'; fi
}

# ---------------------------------------------------------------- .env

has() { grep -q "^$1=" "$FILE"; }

# As Compose reads it: the last line of that name, without quotes, or without what follows ' #'.
value_of() {
  sed -n "s/^$1=//p" "$FILE" | tail -n 1 |
    sed -e "s/^'\([^']*\)'.*/\1/;t" -e 's/^"\([^"]*\)".*/\1/;t' -e 's/[[:space:]]#.*//; s/[[:space:]]*$//'
}

# Who sets a variable is told where something else holds. What a secret is, is told nobody.
tell() {
  eval "given=\${$1:-}"
  if [ -z "$given" ] || [ "$given" = "$(value_of "$1")" ]; then return; fi
  case $1 in
    ADMIN_PASSWORD) holds="it is for the first start, as it stands in $FILE" ;;
    *PASSWORD | *SECRET | *KEY) holds="what stands in $FILE holds" ;;
    *) holds="in $FILE it is '$(value_of "$1")', and that holds" ;;
  esac
  echo "$1 is not taken from the environment: $holds" >&2
}

# Later lines would win over the ones that are there: a name that the file has is left alone.
keep() {
  if ! has "$1"; then
    case $2 in *"'"*) echo "$1 must not have a ' in it" >&2; exit 1 ;; esac
    printf "%s='%s'\n" "$1" "$2" >>"$FILE"
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
  # A file that somebody has begun by hand lacks one of these; none that the product has run with ever does.
  IS_FIRST=$(has DATA_KEY && has POSTGRES_PASSWORD || echo yes)
  # What is added must not go on in a last line that does not end.
  if [ -n "$(tail -c 1 "$FILE")" ]; then echo >>"$FILE"; fi
  keep PUBLIC_ORIGIN "${PUBLIC_ORIGIN:-http://localhost:3000}"
  keep SCHOOL_EMAIL_DOMAINS "${SCHOOL_EMAIL_DOMAINS:-school.example}"
  domains=$(value_of SCHOOL_EMAIL_DOMAINS | tr -d ' ')
  domains=${domains:-school.example}
  keep DISTRICT_TIMEZONE "${DISTRICT_TIMEZONE:-$(time_zone)}"
  keep ADMIN_EMAIL "${ADMIN_EMAIL:-admin@${domains%%,*}}"
  # Taken out once the first Admin is in: another would be nobody's.
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
  case $owner_password in *[!A-Za-z0-9._~-]*) echo 'POSTGRES_PASSWORD goes into an address: only letters, digits and . _ ~ -' >&2; exit 1 ;; esac
  case ${DATABASE_OPTIONS:-} in *[!A-Za-z0-9._~%/=\&+:,-]*) echo 'DATABASE_OPTIONS goes into an address, as sslmode=verify-full&sslrootcert=/path: no ? before it, other characters as %20' >&2; exit 1 ;; esac
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

# tools_secret DATA_KEY OPERATOR_PASSWORD DATABASE_URL PASSWORDS… Without the owner: the commands sign in as the services do.
tools_secret() {
  key=$1 operator=$2
  shift 2
  secret repairline-tools Opaque "$@" "NATS_URL=nats://repairline:$operator@repairline-nats:4222" "DATA_KEY=$key"
}

service_secrets() {
  operator=$(bus_password)
  set -- "NATS_ROUTES_PASSWORD=$(bus_password)" "NATS_REPAIRLINE_PASSWORD=$operator"
  for service in gateway $SERVICES; do
    password=$(bus_password)
    eval "BUS_$service=nats://$service:$password@repairline-nats:4222"
    eval "EVENTS_$service=nats://$service-events:$password@repairline-nats:4222"
    set -- "$@" "NATS_$(upper "$service")_PASSWORD=$password"
  done
  secret repairline-nats Opaque "$@"
  key=${DATA_KEY:-$(random_hex 32)}
  # shellcheck disable=SC2086 # one word a pair
  tools_secret "$key" "$operator" $TOOLS_DATABASE
  secret repairline-gateway Opaque "NATS_URL=$BUS_gateway" "SESSION_SECRET=${SESSION_SECRET:-$(random_hex 32)}"
  secret repairline-identity Opaque "NATS_URL=$BUS_identity" "DATABASE_URL=$URL_identity" "DATA_KEY=$key" \
    "ADMIN_PASSWORD=${ADMIN_PASSWORD:-$(readable)}"
  secret repairline-repairs Opaque "NATS_URL=$BUS_repairs" "NATS_EVENTS_URL=$EVENTS_repairs" "DATABASE_URL=$URL_repairs" "DATA_KEY=$key"
  secret repairline-billing Opaque "NATS_URL=$BUS_billing" "NATS_EVENTS_URL=$EVENTS_billing" "DATABASE_URL=$URL_billing" "DATA_KEY=$key"
  secret repairline-analytics Opaque "NATS_URL=$BUS_analytics" "NATS_EVENTS_URL=$EVENTS_analytics" "DATABASE_URL=$URL_analytics"
}

write_kubernetes() {
  FILE=${1:-repairline-secrets.yaml}
  if [ -e "$FILE" ]; then echo "$FILE already exists; new secrets would lock the installation out of its data" >&2; exit 1; fi
  # Beside, so that what is refused half-way leaves nothing that a later run would take for secrets in use.
  DRAFT=$FILE.draft
  trap 'rm -f "$DRAFT"' EXIT
  {
    printf '%s\n' '# Made by tools/deploy/secrets.sh. Without DATA_KEY no backup can be restored, and names and notes in the log cannot be read: keep this file apart from the cluster.'
    database_secrets
    service_secrets
  } >"$DRAFT"
  mv "$DRAFT" "$FILE"
  echo "$FILE: kubectl create -f $FILE, then put it away"
}

kept() { kubectl --namespace repairline get secret "$1" --output="go-template={{ index .data \"$2\" | base64decode }}"; }

write_kubernetes_tools() {
  address=$(kept repairline-migrate DATABASE_URL)
  set -- "DATABASE_URL=postgres://${address##*@}"
  for service in $SERVICES; do
    name=$(upper "$service")_DATABASE_PASSWORD
    password=$(kept repairline-migrate "$name")
    set -- "$@" "$name=$password"
  done
  operator=$(kept repairline-nats NATS_REPAIRLINE_PASSWORD)
  key=$(kept repairline-repairs DATA_KEY)
  tools_secret "$key" "$operator" "$@"
}

case ${1:-} in
  --kubernetes-tools) write_kubernetes_tools ;;
  --kubernetes) shift; write_kubernetes "$@" ;;
  -*) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2 ;;
  *) write_env "$@" ;;
esac

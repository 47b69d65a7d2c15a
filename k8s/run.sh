#!/bin/sh
# Runs a command of Repairline in the cluster and shows what it says; its exit code is 0 where the command's is.
#   sh k8s/run.sh tools verify|rebuild|replay|dead-letters|erase|password|consumer [arguments]
#   sh k8s/run.sh backup                             now, as it is done every night
#   sh k8s/run.sh restore /backups/<file>            where no service has been started yet
set -eu
NAMESPACE=${NAMESPACE:-repairline}

usage() { sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 2; }
# "one","two": each argument as JSON has it.
list() {
  out=''
  for word in "$@"; do
    case $word in *[[:cntrl:]]*) echo 'no control characters' >&2; exit 2 ;; esac
    out="$out,\"$(printf '%s' "$word" | sed 's/\\/\\\\/g; s/"/\\"/g')\""
  done
  printf '%s' "${out#,}"
}

from=${1:-}
case $from in
  tools) [ $# -gt 1 ] || usage; shift; args=$(list "$@") ;;
  restore) [ $# -gt 1 ] || usage; args=$(list "$@") ;;
  backup) [ $# -eq 1 ] || usage; args='' ;;
  *) usage ;;
esac

job=repairline-$from-$(date +%s)
in_namespace() { kubectl --namespace "$NAMESPACE" "$@"; }
template() { in_namespace create job "$job" --from="cronjob/repairline-$from" --dry-run=client --output=json; }
with_arguments() {
  if [ -z "$args" ]; then cat; return; fi
  kubectl patch --local --filename=- --type=json --output=json \
    --patch="[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/args\",\"value\":[$args]}]"
}
template | with_arguments | in_namespace create --filename=- >&2
# There is nothing to show until its container has begun.
tries=0
until in_namespace logs --follow "job/$job" 2>/dev/null; do
  tries=$((tries + 1))
  if [ "$tries" -gt 120 ]; then in_namespace describe "job/$job" >&2; exit 1; fi
  sleep 1
done
for _ in 1 2 3 4 5 6 7 8 9 10; do
  case $(in_namespace get job "$job" --output=jsonpath='{.status.conditions[*].type}') in
    *Failed*) exit 1 ;;
    *Complete*) exit 0 ;;
  esac
  sleep 1
done
echo "$job has not ended yet" >&2
exit 1

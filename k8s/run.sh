#!/bin/sh
# Runs a command of Repairline in the cluster and shows what it says; its exit code is 0 where the command's is.
#   sh k8s/run.sh tools verify|rebuild|replay|dead-letters|erase|password|consumer [arguments]
#   sh k8s/run.sh backup                             now, as it is done every night
#   sh k8s/run.sh fetch <file> <to>                  of the backups, and its keys, to this machine
#   sh k8s/run.sh put <file>                         and its keys, from this machine to the backups
#   sh k8s/run.sh restore /backups/<file>            where no service has been started yet
set -eu
NAMESPACE=${NAMESPACE:-repairline}

usage() { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
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
template=$from
case $from in
  tools) [ $# -gt 1 ] || usage; shift; words=$(list "$@") ;;
  restore) [ $# -gt 1 ] || usage; words=$(list "$@") ;;
  backup) [ $# -eq 1 ] || usage; words='' ;;
  # Who copies needs the claim and nothing else.
  put | fetch) [ $# -eq "$([ "$from" = put ] && echo 2 || echo 3)" ] || usage; template=backup; words='"3600"' ;;
  *) usage ;;
esac

job=repairline-$from-$(date +%s)
in_namespace() { kubectl --namespace "$NAMESPACE" "$@"; }
made() { in_namespace create job "$job" --from="cronjob/repairline-$template" --dry-run=client --output=json; }
container=/spec/template/spec/containers/0
with_words() {
  if [ -z "$words" ]; then cat; return; fi
  said="{\"op\":\"add\",\"path\":\"$container/args\",\"value\":[$words]}"
  case $from in put | fetch) said="$said,{\"op\":\"add\",\"path\":\"$container/command\",\"value\":[\"sleep\"]}" ;; esac
  kubectl patch --local --filename=- --type=json --output=json --patch="[$said]"
}
goes_on() {
  cat >&2 <<END

The Job $job goes on. To see what it says, and to end it:
  kubectl --namespace $NAMESPACE logs --follow job/$job
  kubectl --namespace $NAMESPACE delete job $job
END
  exit "$1"
}
forget() { in_namespace delete job "$job" --wait=false --ignore-not-found >&2; }
if [ "$from" = put ] || [ "$from" = fetch ]; then
  trap forget EXIT
  # dash ends by a signal without EXIT.
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
fi
made | with_words | in_namespace create --filename=- >&2

if [ "$from" = put ] || [ "$from" = fetch ]; then
  # To wait for a pod that is not there yet fails at once.
  tries=0
  until pod=$(in_namespace get pod --selector="job-name=$job" --output=jsonpath='{.items[*].metadata.name}') && [ -n "$pod" ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 60 ]; then in_namespace describe "job/$job" >&2; exit 1; fi
    sleep 1
  done
  in_namespace wait --for=condition=Ready "pod/$pod" --timeout=180s >&2
  # The keys first: without them the other is no backup.
  for part in .keys ''; do
    if [ "$from" = put ]; then in_namespace cp "$2$part" "$pod:/backups/$(basename "$2")$part"
    else in_namespace cp "$pod:/backups/$(basename "$2")$part" "$3$part"; fi
  done
  exit 0
fi

trap 'goes_on 129' HUP
trap 'goes_on 130' INT
trap 'goes_on 143' TERM

# Shows, on 3, what has not been shown of the log, as it comes. Says, on 4, 'cut' where it broke off, and how many lines it has.
follow() {
  { in_namespace logs --follow "job/$job" 2>/dev/null || echo cut >&4; } | {
    lines=0
    while IFS= read -r line || [ -n "$line" ]; do
      lines=$((lines + 1))
      [ "$lines" -le "$shown" ] || printf '%s\n' "$line" >&3
    done
    echo "$lines" >&4
  }
}

# A connection that is quiet for long is cut by many a server, and before its container has begun there is no log: the Job alone
# says what has ended. It is asked before the log, so that all is shown of what has.
shown=0
tries=0
while :; do
  state=$(in_namespace get job "$job" --output=jsonpath='{.status.ready} {.status.conditions[*].type}' 2>/dev/null) || state=''
  { told=$(follow 4>&1); } 3>&1
  lines=${told##*[!0-9]}
  if [ "${lines:-0}" -gt "$shown" ]; then shown=$lines; fi
  case $told in
    cut*) tries=$((tries + 1)) ;;
    *)
      case $state in *Failed* | *Complete*) break ;; esac
      tries=0
      ;;
  esac
  case $state in [1-9]*) tries=0 ;; esac
  if [ "$tries" -gt 120 ]; then
    in_namespace describe "job/$job" >&2 || true
    break
  fi
  sleep 1
done
case $state in
  # Its arguments may name a student, and its log may hold a password.
  *Failed* | *Complete*) [ "$from" != tools ] || forget ;;
esac
case $state in *Complete*) exit 0 ;; *) exit 1 ;; esac

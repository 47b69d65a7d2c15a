#!/bin/sh
# Runs a command of Repairline in the cluster and shows its output; exits with 0 if the command does.
#   sh k8s/run.sh tools verify|rebuild|replay|dead-letters|erase|password|consumer [arguments]
#   sh k8s/run.sh backup                             makes a backup now, like the nightly one
#   sh k8s/run.sh fetch <file> <to>                  copies a backup and its keys to this machine: a name, or a folder
#   sh k8s/run.sh put <file>                         copies a backup and its keys from this machine to the cluster
#   sh k8s/run.sh restore /backups/<file>            restores a backup where no service has been started yet
set -eu
NAMESPACE=${NAMESPACE:-repairline}

usage() { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
# Prints the arguments as JSON strings: "one","two".
list() {
  out=''
  for word in "$@"; do
    case $word in *[[:cntrl:]]*) echo 'An argument must not contain control characters' >&2; exit 2 ;; esac
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
  # Copying needs only a pod with the volume of the backups, so its container sleeps.
  put | fetch) [ $# -eq "$([ "$from" = put ] && echo 2 || echo 3)" ] || usage; template=backup; words='"3600"' ;;
  *) usage ;;
esac

# Two that start in the same second need two names.
job=repairline-$from-$(date +%s)-$$
in_namespace() { kubectl --namespace "$NAMESPACE" "$@"; }
made() { in_namespace create job "$job" --from="cronjob/repairline-$template" --dry-run=client --output=json; }
container=/spec/template/spec/containers/0
with_words() {
  if [ -z "$words" ]; then cat; return; fi
  said="{\"op\":\"add\",\"path\":\"$container/args\",\"value\":[$words]}"
  case $from in put | fetch) said="$said,{\"op\":\"add\",\"path\":\"$container/command\",\"value\":[\"sleep\"]}" ;; esac
  kubectl patch --local --filename=- --type=json --output=json --patch="[$said]"
}
# Ends the script with the exit code $1, after the sentence $2 about a Job that is left.
goes_on() {
  cat >&2 <<END

${2:-The Job $job is still running.} To see its output, or to end it:
  kubectl --namespace $NAMESPACE logs --follow job/$job
  kubectl --namespace $NAMESPACE delete job $job
END
  exit "$1"
}
forget() { in_namespace delete job "$job" --wait=false --ignore-not-found >&2; }
if [ "$from" = put ] || [ "$from" = fetch ]; then
  trap forget EXIT
  # dash does not run the EXIT trap when a signal ends it.
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
fi
made | with_words | in_namespace create --filename=- >&2

if [ "$from" = put ] || [ "$from" = fetch ]; then
  # `kubectl wait` fails at once if the pod does not exist yet.
  tries=0
  until pod=$(in_namespace get pod --selector="job-name=$job" --output=jsonpath='{.items[*].metadata.name}') && [ -n "$pod" ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 60 ]; then in_namespace describe "job/$job" >&2; exit 1; fi
    sleep 1
  done
  in_namespace wait --for=condition=Ready "pod/$pod" --timeout=180s >&2
  to=${3:-}
  [ ! -d "$to" ] || to=${to%/}/$(basename "$2")
  # The keys first: without them the other file is no backup.
  for part in .keys ''; do
    if [ "$from" = put ]; then in_namespace cp "$2$part" "$pod:/backups/$(basename "$2")$part"
    else in_namespace cp "$pod:/backups/$(basename "$2")$part" "$to$part"; fi
  done
  exit 0
fi

trap 'goes_on 129' HUP
trap 'goes_on 130' INT
trap 'goes_on 143' TERM

# Prints new lines of the log to file descriptor 3 as they come. Prints 'cut' to 4 if the connection broke, then the number of
# lines.
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

# Whether nothing of the Job has run, as far as the cluster knows: its pod is Pending until its container has started. If the
# Job itself could not be looked at, an absent pod means nothing.
waits() {
  [ -n "$state" ] || return 1
  phase=$(in_namespace get pod --selector="job-name=$job" --output=jsonpath='{.items[*].status.phase}') || return 1
  [ -z "$phase" ] || [ "$phase" = Pending ]
}
# A Job that is left although its pod waits would run once it can, after somebody has been told that the command failed.
give_up() {
  if ! waits || ! forget; then
    goes_on 1 "The Job $job may be running, or run later."
  fi
  cat >&2 <<END

The Job $job has been deleted, so that it does not run later.
When last looked at, it had not started; what it waited for is shown above. Run the command again once that is there.
If it started in the moment before it was deleted, it has been interrupted, and part of its work may be done.
END
  exit 1
}

# Many servers cut a connection that is quiet for long, and there is no log before the container has started, so only the Job
# says whether the command has ended. It is asked before the log is read, so that the log of an ended command is complete.
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
    case $state in *Failed* | *Complete*) break ;; esac
    in_namespace describe pod --selector="job-name=$job" >&2 || true
    give_up
  fi
  sleep 1
done
# The Job is deleted because its arguments may name a student and its log may contain a password.
[ "$from" != tools ] || forget
case $state in *Complete*) exit 0 ;; *) exit 1 ;; esac

#!/bin/sh
# Runs one PostgreSQL server for as long as anybody holds the FIFO on standard input open for
# writing, and stops it when the last of them has closed it or was killed. A joiner writes a name
# into the FIFO; a file of that name in the folder "joined" tells it that it was still in time.
# usage: supervisor.sh CLUSTER JOINED POSTGRES [ARGUMENT...]
set -u
cluster=$1
joined=$2
shift 2

# Answers that came too late for those who had asked.
rm -f "$joined"/*

# A closing terminal or Ctrl-C ends the participants; the server must end after them.
trap '' HUP INT TERM

# A job in the background gets /dev/null as descriptor 0, so the FIFO moves to 3.
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!

watch_holders() {
  while IFS= read -r name; do
    case $name in '' | *[!0-9a-f]*) continue ;; esac
    # When two supervisors start at once both read the FIFO; only the one with the lock may answer.
    IFS= read -r owner 2>/dev/null <"$cluster/postmaster.pid" || continue
    # printf, because a failing redirection of ":" would end this shell and with it the watch.
    [ "$owner" != "$server" ] || printf '' >"$joined/$name"
  done <&3
  exec 3<&-
  # A server that has not yet installed its signal handlers loses a signal, hence the repetition.
  while kill -INT "$server" 2>/dev/null; do sleep 0.1; done
}
watch_holders &
watcher=$!
exec 3<&-

wait "$server"
code=$?
kill -KILL "$watcher" 2>/dev/null
exit "$code"

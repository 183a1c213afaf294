#!/bin/sh
# Runs one PostgreSQL server while any process keeps the FIFO on standard input open for writing,
# and stops it when the last one has closed it or was killed. A new participant writes a name into
# the FIFO; a file with that name in the folder "joined" confirms that it was in time.

# usage: supervisor.sh CLUSTER JOINED POSTGRES [ARGUMENT...]
set -u
cluster=$1
joined=$2
shift 2

# Confirmations that came too late.
rm -f "$joined"/*

# A closing terminal or Ctrl-C ends the participants; the server must end after them.
trap '' HUP INT TERM

# A background job gets /dev/null as descriptor 0, so the FIFO moves to 3.
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!

watch_holders() {
  while IFS= read -r name; do
    case $name in '' | *[!0-9a-f]*) continue ;; esac
    # Of two supervisors that start together both read the FIFO; only the one with the lock answers.
    IFS= read -r owner 2>/dev/null <"$cluster/postmaster.pid" || continue
    # printf, because a failing redirection of ":" would end this shell.
    [ "$owner" != "$server" ] || printf '' >"$joined/$name"
  done <&3
  exec 3<&-
  # Repeated, because a server that has not yet installed its signal handlers loses a signal.

  while kill -INT "$server" 2>/dev/null; do sleep 0.1; done
}
watch_holders &
watcher=$!
exec 3<&-

wait "$server"
code=$?
kill -KILL "$watcher" 2>/dev/null
exit "$code"

#!/usr/bin/env bash
# A Galera cluster of three MariaDB nodes on loopback ports, for tests; nothing of it is safe against other users of this machine.
#
#   qa/cluster/galera.sh start         start the nodes, wait until they are in step, print the cluster
#   qa/cluster/galera.sh status        print the cluster
#   qa/cluster/galera.sh kill <n>      end node 1, 2 or 3 at once (SIGKILL)
#   qa/cluster/galera.sh restart <n>   start a node that was killed, wait until it is in step, print the cluster
#   qa/cluster/galera.sh stop          end all nodes, remove the directory
#
# The cluster is printed as one line of JSON on stdout. What is wrong is said on stderr; the exit code is 1, and 2 when MariaDB or Galera is not installed.
#
#   GALERA_DIR        directory of the cluster, made by start and removed by stop; default: rest-gen-galera in $TMPDIR or /tmp
#   GALERA_PORT       first of 12 ports; default: looked for from 20000 on
#   GALERA_PROVIDER   the library; default: looked for where Linux distributions put it
#   GALERA_WAIT       seconds to wait for a node; default 60
set -u -o pipefail

directory=${GALERA_DIR:-${TMPDIR:-/tmp}/rest-gen-galera}
patience=${GALERA_WAIT:-60}
# Below the ports that systems give to outgoing connections.
first_port=20000
last_port=30000
nodes='1 2 3'
# MariaDB does not like to be root, and a transfer of the whole state fails then: rsync gives the files to nobody.
server_user=$(id -un)
if [ "$server_user" = root ] && id mysql >/dev/null 2>&1; then server_user=mysql; fi

fail() { # message, exit code
  echo "galera: $1" >&2
  exit "${2:-1}"
}

# Each node has four ports of its own: for clients, for the group, for incremental and for whole transfers of the state.
port() { # node, 0 to 3
  echo $(($(cat "$directory/port") + ($1 - 1) * 4 + $2))
}

is_free() { # port
  ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

are_free() { # first of 12 ports
  local number
  for number in $(seq "$1" $(($1 + 11))); do is_free "$number" || return 1; done
}

find_ports() {
  local first
  if [ -n "${GALERA_PORT:-}" ]; then
    are_free "$GALERA_PORT" || fail "a port from $GALERA_PORT to $((GALERA_PORT + 11)) is in use"
    echo "$GALERA_PORT"
    return
  fi
  # Not all from the same one: another cluster may be starting now.
  for first in $(seq $((first_port + RANDOM % 300 * 12)) 12 "$last_port"); do
    if are_free "$first"; then
      echo "$first"
      return
    fi
  done
  fail "no 12 ports from $first_port to $last_port are free"
}

find_provider() {
  local file
  for file in "${GALERA_PROVIDER:-}" /usr/lib/galera/libgalera_smm.so /usr/lib64/galera-4/libgalera_smm.so /usr/lib*/galera*/libgalera_smm.so; do
    if [ -f "$file" ]; then
      echo "$file"
      return
    fi
  done
  return 1
}

check_installed() {
  local command
  # Servers are in a directory that the PATH of users may lack.
  PATH=$PATH:/usr/sbin:/usr/local/sbin
  for command in mariadbd mariadb mariadb-install-db rsync; do
    command -v "$command" >/dev/null || fail "$command is not installed; Debian: apt-get install mariadb-server rsync" 2
  done
  provider=$(find_provider) || fail 'libgalera_smm.so is not installed; Debian: apt-get install galera-4; or name it in GALERA_PROVIDER' 2
}

check_started() {
  [ -f "$directory/port" ] || fail "no cluster has been started in $directory"
}

check_node() { # node
  case " $nodes " in *" $1 "*) ;; *) fail "there are the nodes $nodes, not \"$1\"" ;; esac
}

# The process of a node, as long as it is the one that was started here: numbers of processes are used again.
pid() { # node
  local number
  number=$(cat "$directory/$1/pid" 2>/dev/null) || return 1
  case $(ps -o args= -p "$number" 2>/dev/null) in
    *"--datadir=$directory/$1/data "*) echo "$number" ;;
    *) return 1 ;;
  esac
}

# Has ended and let go of its ports; what waits to be collected by its parent has.
is_over() { # process
  case $(ps -o stat= -p "$1" 2>/dev/null) in '' | Z*) ;; *) return 1 ;; esac
}

ask() { # node, statement
  mariadb --no-defaults --protocol=tcp -h 127.0.0.1 -P "$(port "$1" 0)" -u root --connect-timeout 2 -BN -e "$2" 2>/dev/null
}

state() { # node
  ask "$1" "show status like 'wsrep_local_state_comment'" | cut -f 2
}

show_log() { # node
  echo "--- the end of the log of node $1" >&2
  tail -n 30 "$directory/$1/server.log" >&2
}

wait_synced() { # node
  local end=$((SECONDS + patience))
  until [ "$(state "$1")" = Synced ]; do
    if ! pid "$1" >/dev/null; then
      show_log "$1"
      fail "node $1 has ended"
    elif [ "$SECONDS" -ge "$end" ]; then
      show_log "$1"
      fail "node $1 is not in step after $patience s"
    fi
    sleep 0.1
  done
}

# Becomes the server; run it in a shell of its own. Small, and quick to notice that a node has gone: by default the others wait five seconds
# before they go on without it.
become_node() { # node, more arguments...
  local node=$1 home=$directory/$1 group_timing
  shift
  group_timing='evs.keepalive_period=PT0.3S;evs.inactive_check_period=PT0.2S;evs.suspect_timeout=PT1S;evs.inactive_timeout=PT3S;evs.install_timeout=PT3S'
  exec mariadbd --no-defaults --user="$server_user" --datadir="$home/data" --tmpdir="$home/tmp" --socket="$home/socket" --pid-file="$home/server.pid" \
    --bind-address=127.0.0.1 --port="$(port "$node" 0)" --skip-name-resolve --log-error="$home/server.log" \
    --innodb-buffer-pool-size=64M --innodb-log-file-size=16M --innodb-flush-log-at-trx-commit=2 --innodb-autoinc-lock-mode=2 \
    --key-buffer-size=1M --performance-schema=OFF --max-connections=100 --table-open-cache=200 --binlog-format=ROW \
    --default-storage-engine=InnoDB --character-set-server=utf8mb4 \
    --wsrep-on=ON --wsrep-provider="$provider" --wsrep-cluster-name="rest-gen-$(cat "$directory/port")" \
    --wsrep-cluster-address="gcomm://127.0.0.1:$(port 1 1),127.0.0.1:$(port 2 1),127.0.0.1:$(port 3 1)" \
    --wsrep-node-name="node$node" --wsrep-node-address="127.0.0.1:$(port "$node" 1)" --wsrep-node-incoming-address="127.0.0.1:$(port "$node" 0)" \
    --wsrep-sst-method=rsync --wsrep-sst-receive-address="127.0.0.1:$(port "$node" 3)" --wsrep-slave-threads=2 \
    --wsrep-provider-options="gmcast.listen_addr=tcp://127.0.0.1:$(port "$node" 1);ist.recv_addr=127.0.0.1:$(port "$node" 2);gcache.size=32M;pc.recovery=FALSE;$group_timing" \
    "$@" </dev/null >>"$home/server.log" 2>&1
}

launch() { # node, more arguments...
  (become_node "$@") &
  echo $! >"$directory/$1/pid"
  # It is a shell for a moment.
  until pid "$1" >/dev/null || ! kill -0 $! 2>/dev/null; do sleep 0.02; done
}

print_cluster() {
  local node number list='' hosts=''
  for node in $nodes; do
    number=$(pid "$node") || number=null
    list="$list${list:+,}{\"node\":$node,\"port\":$(port "$node" 0),\"pid\":$number,\"state\":\"$([ "$number" = null ] && echo ended || state "$node")\"}"
    hosts="$hosts${hosts:+,}127.0.0.1:$(port "$node" 0)"
  done
  printf '{"directory":"%s","url":"mysql://root@%s/rest_gen","nodes":[%s]}\n' "$directory" "$hosts" "$list"
}

start() {
  local first node
  check_installed
  first=$(find_ports) || exit 1
  # Fails when it is there: then another cluster runs in it, or it is not ours.
  mkdir -m 700 "$directory" || fail "stop the cluster in $directory first, or name another directory in GALERA_DIR"
  trap 'status=$?; [ "$status" -eq 0 ] || stop; exit "$status"' EXIT
  trap 'exit 130' INT TERM
  echo "$first" >"$directory/port"
  for node in $nodes; do mkdir -p "$directory/$node/data" "$directory/$node/tmp"; done
  chown -R "$server_user" "$directory"
  mariadb-install-db --no-defaults --user="$server_user" --datadir="$directory/1/data" --auth-root-authentication-method=normal \
    --skip-test-db --skip-name-resolve --innodb-log-file-size=16M >"$directory/1/server.log" 2>&1 || {
    show_log 1
    fail 'the data of the first node cannot be made'
  }
  launch 1 --wsrep-new-cluster
  wait_synced 1
  ask 1 'create database rest_gen' || fail 'node 1 takes no statements'
  # One after the other: each gets the whole state from a node that is in step.
  for node in 2 3; do
    launch "$node"
    wait_synced "$node"
  done
  print_cluster
}

kill_node() { # node
  local number
  number=$(pid "$1") || fail "node $1 does not run"
  kill -9 "$number"
  until is_over "$number"; do sleep 0.02; done
}

restart() { # node
  local place
  check_installed
  pid "$1" >/dev/null && fail "node $1 runs already"
  # Where its data ends; then the others send what has come since, instead of everything.
  (become_node "$1" --wsrep-recover)
  place=$(sed -n 's/.*Recovered position: *//p' "$directory/$1/server.log" | tail -n 1)
  launch "$1" ${place:+"--wsrep-start-position=$place"}
  wait_synced "$1"
  print_cluster
}

stop() {
  local node number running='' end=$((SECONDS + 15))
  for node in $nodes; do
    number=$(pid "$node") || continue
    running="$running $number"
    kill "$number"
  done
  for number in $running; do
    until is_over "$number"; do
      [ "$SECONDS" -lt "$end" ] || kill -9 "$number" 2>/dev/null
      sleep 0.1
    done
  done
  rm -rf "$directory"
}

case "${1:-}" in
  start) start ;;
  status)
    check_started
    print_cluster
    ;;
  kill | restart)
    check_started
    check_node "${2:-}"
    if [ "$1" = kill ]; then kill_node "$2"; else restart "$2"; fi
    ;;
  stop)
    check_started
    stop
    ;;
  *)
    sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2
    exit 1
    ;;
esac

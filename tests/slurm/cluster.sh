# A Slurm cluster on this one machine, to be sourced: a controller and node daemons from Debian's slurm-wlm, on loopback.
# Each node lives in namespaces of its own: it has its own host name, and killing its first process is like pulling its
# plug, for the daemon, its jobs and all they started.
#
#   cluster_start FOLDER NODE…   everything it writes is in FOLDER, at most 80 characters long (names of sockets)
#   cluster_kill NODE            kill -9 of all that runs on the node
#   cluster_stop
#
# Afterwards sbatch, squeue and the like talk to this cluster (SLURM_CONF).

first_port=17817  # the controller's; the nodes have the next ones

cluster_start() {
  cluster=$1
  shift
  cluster_processes=
  mkdir -p "$cluster/state"
  # credentials: munge with a key of its own
  (umask 077 && head -c 128 /dev/urandom >"$cluster/munge.key")
  munged --foreground --force --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" \
    --pid-file="$cluster/munge.pid" --log-file="$cluster/munge.log" --seed-file="$cluster/munge.seed" \
    >"$cluster/munge.out" 2>&1 &
  cluster_processes="$cluster_processes $!"
  write_slurm_conf "$@" >"$cluster/slurm.conf"
  echo CgroupAutomount=no >"$cluster/cgroup.conf"
  export SLURM_CONF="$cluster/slurm.conf"
  wait_for "munge's socket" test -S "$cluster/munge.socket"
  slurmctld -D -c >"$cluster/slurmctld.out" 2>&1 &
  cluster_processes="$cluster_processes $!"
  for node in "$@"; do
    start_node "$node"
  done
  wait_for "both nodes" all_nodes_idle $#
}

write_slurm_conf() {
  cat <<END
ClusterName=spook
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$first_port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket
CredType=cred/munge
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool.%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
# a dead node is noticed within seconds here, within minutes by default
SlurmdTimeout=6
MessageTimeout=5
ReturnToService=2
JobRequeue=1
SchedulerParameters=batch_sched_delay=1,sched_interval=2
MinJobAge=600
END
  port=$first_port
  for node in "$@"; do
    port=$((port + 1))
    echo "NodeName=$node NodeAddr=127.0.0.1 Port=$port CPUs=1 State=UNKNOWN"
  done
  echo "PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP"
}

start_node() {
  mkdir -p "$cluster/spool.$1"
  unshare --uts --pid --fork --kill-child --mount-proc sh -c "hostname $1 && exec slurmd -D" \
    >"$cluster/slurmd.$1.out" 2>&1 &
  eval "node_$1=$!"
  cluster_processes="$cluster_processes $!"
}

# unshare waits outside; with it (--kill-child) its child goes, the namespace's first process, and with that all in it
cluster_kill() {
  eval "kill -9 \$node_$1"
}

cluster_stop() {
  for process in $cluster_processes; do
    kill -9 "$process" 2>/dev/null || true
  done
  wait 2>/dev/null || true
}

all_nodes_idle() {
  [ "$(sinfo --noheader --Node --states=idle --format=%N 2>/dev/null | sort -u | wc -l)" = "$1" ]
}

# wait_for WHAT COMMAND…: half a minute at most
wait_for() {
  what=$1
  shift
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    if [ $tries -gt 60 ]; then
      echo "slurm: waited in vain for $what; logs are in $cluster" >&2
      return 1
    fi
    sleep 0.5
  done
}

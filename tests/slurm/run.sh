#!/bin/sh
# A sweep of 10,000 runs on a real Slurm cluster of two nodes, one of which loses its power in the middle; its table
# must be, byte for byte, the one that this machine makes alone.
#
#   sh tests/slurm/run.sh [SPOOK-LAB]     as root (the nodes are namespaces); about two minutes
#
# Needs the packages slurm-wlm and munge. Exits 0 when all holds, 1 when something does not, 77 where it cannot run.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
lab=${1:-$here/../../build/release/scenarios/spook-lab}
runs=10000 shards=16

skip() {
  echo "slurm: not run: $*"
  exit 77
}
fail() {
  echo "slurm: FAILED: $*" >&2
  exit 1
}
[ -x "$lab" ] || skip "no program $lab: build spook-lab first"
for tool in slurmctld slurmd munged unshare; do
  command -v $tool >/dev/null 2>&1 || skip "$tool is missing (sh third_party/bootstrap.sh deps-all)"
done
[ "$(id -u)" = 0 ] || skip "the nodes are namespaces, which only root may make"
lab=$(cd "$(dirname "$lab")" && pwd)/$(basename "$lab")

. "$here/cluster.sh"
folder=$(mktemp -d /tmp/spook-slurm-XXXXXX)
finish() {
  status=$?
  cluster_stop
  case $status in 0 | 77) rm -rf "$folder" ;; *) echo "slurm: all files are kept in $folder" >&2 ;; esac
  exit $status
}
trap finish EXIT
trap 'exit 1' INT TERM

seconds() { date +%s; }
rows_done() { cat "$folder"/grid.csv.rows/*.csv 2>/dev/null | grep -vc '^run,' || true; }
sweep() {
  "$lab" sweep "$folder/drop.json" --vary friction=0:1:100 --vary compliance=1e-9:1e-5:log:100 --seconds 1 "$@"
}

cat >"$folder/drop.json" <<'END'
{ "format": "spook-scene", "version": 1, "name": "drop",
  "bodies": [
    { "name": "ground", "motion": "static", "shapes": [ { "type": "plane", "normal": [0, 0, 1], "offset": 0 } ] },
    { "name": "box", "motion": "dynamic", "position": [0, 0, 0.3], "velocity": [1, 0, 0],
      "shapes": [ { "type": "box", "half_extents": [0.25, 0.25, 0.25] } ] } ] }
END

start=$(seconds)
sweep --jobs 2 --out "$folder/alone.csv"
echo "slurm: alone, two threads: $(($(seconds) - start)) s for $runs runs"

cluster_start "$folder" left right
start=$(seconds)
sweep --slurm $shards --out "$folder/grid.csv"

# past a third of all rows, and in the middle of a shard of the right node
shard_in_the_middle() {
  [ "$(rows_done)" -gt $((runs / 3)) ] || return 1
  running=$(squeue --noheader --states=running --nodelist=right --format=%i)
  [ -n "$running" ] || return 1
  rows=$(grep -vc '^run,' "$folder"/grid.csv.rows/*"${running#*_}"-of-$shards.1.csv 2>/dev/null) || return 1
  [ "$rows" -gt 50 ] && [ "$rows" -lt $((runs / shards / 2)) ]
}
tries=0
until shard_in_the_middle; do
  tries=$((tries + 1))
  [ $tries -lt 2000 ] || fail "the sweep does not get on: $(rows_done) rows"
done
cluster_kill right
at_kill=$(rows_done)
echo "slurm: killed the node 'right' after $at_kill rows, $rows of them in its job $running"

# Slurm starts a dead node's jobs again after two minutes; here they need not wait
wait_for "Slurm to notice the dead node" sh -c "sinfo --noheader --nodes=right --format=%T | grep -q down"
scontrol update JobId="$running" StartTime=now 2>/dev/null || true
tries=0
until [ -e "$folder/grid.csv" ]; do
  tries=$((tries + 1))
  [ $tries -lt 360 ] || fail "no table after three minutes: $(squeue --noheader | tr '\n' ';') $(cat "$folder/grid.csv.rows/merge.log")"
  sleep 0.5
done
echo "slurm: the cluster's table after $(($(seconds) - start)) s"

cmp "$folder/alone.csv" "$folder/grid.csv" || fail "the two tables differ"
[ "$(wc -l <"$folder/grid.csv")" = $((runs + 1)) ] || fail "the table has $(wc -l <"$folder/grid.csv") lines"
[ "$at_kill" -lt $runs ] || fail "the node was killed too late to show anything"
done_twice=$(cat "$folder"/grid.csv.rows/*.csv | grep -v '^run,' | cut -d, -f1 | sort | uniq -d | wc -l)
[ "$done_twice" = 0 ] || fail "$done_twice runs were done twice"
second_tries=$(ls "$folder/grid.csv.rows" | grep -c '\.2\.csv$' || true)
[ "$second_tries" -ge 1 ] || fail "no shard was taken up again"
echo "slurm: $runs runs, $second_tries shard taken up again, none lost, none done twice, the same bytes as one machine's"

#!/usr/bin/env bash
# `comodin arena --shard auto` under real schedulers: tests/cli/schedulers_test.sh COMODIN
# Slurm (a controller and a node of its own on this machine), Open MPI and GNU parallel, from Debian's packages; what is
# missing is installed. Jobs are killed half-way and started again, and the merged report must be what one machine
# prints. A line for each failure, then `N passed, N failed`. `./test --long` runs it.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../../tools/setup.sh"
comodin=$(realpath "${1:?usage: schedulers_test.sh COMODIN}") || exit 2
work=$(mktemp -d /tmp/comodin-schedulers.XXXXXX) || exit 2
daemons=()
passed=0 failed=0
plan=(--bots "veterana,aprendiz" --players 3 --hands 1000000 --seed 5)

need slurm-wlm munge openmpi-bin parallel
cd "$work" || exit 2

ok() { passed=$((passed + 1)); }
bad() { echo "$1"; failed=$((failed + 1)); }

# Whatever is left is ended by the ids that we started, jobs first.
finish() {
  [ ${#daemons[@]} -lt 3 ] || scancel --user="$(id -un)" >/dev/null 2>&1
  [ ${#daemons[@]} = 0 ] || kill "${daemons[@]}" 2>/dev/null
  wait
  rm -rf "$work"
}
trap finish EXIT

# same FOLDER TITLE: its merge prints what one machine does, and writes the same JSON.
same() {
  if "$comodin" arena merge "$1"/*.arena --json "$1.json" >"$1.txt" 2>"$1.err" &&
    cmp -s "$1.txt" whole.txt && cmp -s "$1.json" whole.json; then ok
  else bad "$2: another report: $(head -n 3 "$1.err")"; fi
}

# within SECONDS COMMAND…: until it succeeds.
within() {
  local rounds=$(($1 * 5))
  shift
  for ((; rounds > 0; --rounds)); do
    "$@" >/dev/null 2>&1 && return
    sleep 0.2
  done
  return 1
}

# ---- Slurm -------------------------------------------------------------------------------------------------

# Its daemons keep everything in our folder; keys and sockets are ours too.
start_slurm() {
  local name cores
  name=$(hostname -s) cores=$(nproc)
  mkdir -p slurm/state slurm/spool munge
  chmod 755 "$work"
  chmod 700 munge
  dd if=/dev/urandom of=munge/key bs=128 count=1 status=none
  chmod 600 munge/key
  munged --force --foreground --key-file="$work/munge/key" --socket="$work/slurm/munge" --seed-file="$work/munge/seed" \
    --pid-file="$work/munge/pid" --log-file="$work/munge/log" 2>munge/said &
  daemons+=($!)
  cat >slurm/slurm.conf <<CONF
ClusterName=comodin
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=47617
SlurmdPort=47618
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/slurm/munge,cred_expire=3
CredType=cred/munge
StateSaveLocation=$work/slurm/state
SlurmdSpoolDir=$work/slurm/spool
SlurmctldPidFile=$work/slurm/slurmctld.pid
SlurmdPidFile=$work/slurm/slurmd.pid
SlurmctldLogFile=$work/slurm/slurmctld.log
SlurmdLogFile=$work/slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
MpiParams=ports=47620-47680
ReturnToService=2
JobRequeue=1
MinJobAge=300
KillWait=5
SchedulerParameters=requeue_delay=0
NodeName=$name NodeAddr=127.0.0.1 CPUs=$cores State=UNKNOWN
PartitionName=all Nodes=$name Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
CONF
  export SLURM_CONF=$work/slurm/slurm.conf
  within 20 test -S slurm/munge || { bad "munged does not start: $(cat munge/said)"; return 1; }
  slurmctld -D >slurm/controller.said 2>&1 &
  daemons+=($!)
  slurmd -D -N "$name" >slurm/node.said 2>&1 &
  daemons+=($!)
  within 60 sh -c 'sinfo -h -o %T | grep -qE "idle|mixed|alloc"' && return
  bad "Slurm does not start: $(tail -n 3 slurm/*.said slurm/*.log)"
  return 1
}

# job FOLDER OPTION…: submits the experiment as a batch job; its id.
job() {
  local folder=$1
  shift
  sbatch --parsable --output="$work/$folder-%A_%a.out" --requeue --open-mode=append "$@" <<JOB
#!/bin/sh
cd "$work" && exec ${launcher:-} "$comodin" arena ${plan[*]} --threads 1 --shard auto --out "$work/$folder/"
JOB
}

done_with() { [ -z "$(squeue -h -j "$1" 2>/dev/null)" ]; }

# size FOLDER: bytes that its parts hold.
size() { cat "$1"/*.arena 2>/dev/null | wc -c; }

slurm_array() {
  local id
  id=$(job array --array=10-28:2)
  within 300 done_with "$id" || bad "the array does not end"
  same array "a Slurm array"
}

# The processes of a job's parts.
players() { pgrep -f -- "--out $work/$1/"; }

# grown FOLDER BYTES: its parts hold more.
grown() { [ "$(size "$1")" -gt "$2" ]; }

# An array of steps, killed half-way again and again: its processes at once, or its jobs by Slurm.
slurm_kills() {
  local id before=0 round
  id=$(launcher="srun --overcommit" job kills --array=0-3 --ntasks=2)
  for round in 1 2 3; do
    within 60 grown kills "$before" || bad "round $round: nothing more was kept"
    # shellcheck disable=SC2046
    [ $round = 2 ] || kill -KILL $(players kills) 2>/dev/null || bad "round $round: nobody was there to be killed"
    sleep 2
    scontrol requeue "$id" 2>/dev/null
    sleep 3
    before=$(size kills)
    scontrol update JobId="$id" StartTime=now  # not two minutes later
  done
  within 400 done_with "$id" || bad "the killed array does not end"
  echo "Slurm: 8 parts killed twice and requeued once; they went on $(cat kills-*.out | grep -c 'goes on after') times"
  if [ "$(cat kills-*.out | grep -c 'goes on after')" -ge 8 ]; then ok
  else bad "parts did not go on where they were"; fi
  if [ "$(find kills -name '*.arena' | wc -l)" = 8 ]; then ok; else bad "4 tasks of 2 ranks are not 8 parts"; fi
  same kills "a Slurm array, killed and requeued"
}

slurm_step() {
  srun --ntasks=3 --overcommit --output=/dev/null \
    "$comodin" arena "${plan[@]}" --threads 1 --shard auto --out "$work/step/"
  same step "srun"
}

# ---- Open MPI, GNU parallel ------------------------------------------------------------------------------------

open_mpi() {
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 4 \
    "$comodin" arena "${plan[@]}" --threads 1 --shard auto --out mpi/ >mpi.out 2>&1 ||
    bad "mpirun: $(tail -n 3 mpi.out)"
  same mpi "Open MPI"
}

# All tasks are killed; --resume-failed starts them again.
gnu_parallel() {
  local run=(parallel --jobs 2 --joblog log -N0) tasks=(::: a b c d e f)
  local part=("$comodin" arena "${plan[@]}" --threads 1 --shard auto:1-6 --out jobs/)
  "${run[@]}" timeout --signal KILL 0.5 "${part[@]}" "${tasks[@]}" >jobs.out 2>&1 &&
    bad "GNU parallel: nothing was killed"
  "${run[@]}" --resume-failed "${part[@]}" "${tasks[@]}" >jobs.out 2>&1 || bad "GNU parallel: $(tail -n 3 jobs.out)"
  echo "GNU parallel: 6 parts killed; $(grep -c 'goes on after' jobs.out) went on"
  if grep -q 'goes on after' jobs.out; then ok; else bad "GNU parallel: no part went on where it was"; fi
  same jobs "GNU parallel"
}

"$comodin" arena "${plan[@]}" --json whole.json >whole.txt || exit 2
gnu_parallel
open_mpi
if start_slurm; then
  slurm_step
  slurm_array
  slurm_kills
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]

#!/usr/bin/env bash
# Self-play on Slurm, one shard a task of an array:
#
#   sbatch --array=0-15 slurm.sh --games 100000 --nodes 1000
#
# makes games-0.stupol to games-15.stupol in the folder where sbatch was called. A task
# that is requeued, by Slurm or because its time is up, goes on where it was. To play some
# shards again: sbatch --array=3,7 --export=ALL,SHARDS=16 slurm.sh ...
#SBATCH --job-name=stupol
#SBATCH --output=stupol-%A_%a.log
#SBATCH --open-mode=append
#SBATCH --cpus-per-task=1
#SBATCH --time=1-0
#SBATCH --requeue
#SBATCH --signal=TERM@60
set -u
cpus=${SLURM_CPUS_PER_TASK:-1}
status=0
srun --cpus-per-task="$cpus" "${STUPOL:-stupol}" selfplay "$@" --concurrency "$cpus" \
	--shard "env${SHARDS:+/$SHARDS}" --out "games-$SLURM_ARRAY_TASK_ID.stupol" || status=$?
if ((status == 75)); then # interrupted, and the games are saved
	exec scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$status"

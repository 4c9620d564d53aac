#!/usr/bin/env bash
# Self-play, or a trial, on Slurm, one shard a task of an array:
#
#   sbatch --array=0-15 slurm.sh --games 100000 --nodes 1000
#   sbatch --array=0-599 slurm.sh trials ideas.toml --out ideas --only less.english.nodes
#
# makes games-0.stupol to games-15.stupol in the folder where sbatch was called, or the
# journals of the trial in its folder. A task
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
if [[ ${1-} != trials ]]; then
	set -- selfplay "$@" --out "games-$SLURM_ARRAY_TASK_ID.stupol"
fi
srun --cpus-per-task="$cpus" "${STUPOL:-stupol}" "$@" --concurrency "$cpus" \
	--shard "env${SHARDS:+/$SHARDS}" || status=$?
if ((status == 75)); then # interrupted, and the games are saved
	exec scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$status"

#!/usr/bin/env bash
# Self-play over ssh with GNU parallel (and rsync). In
#
#   parallel.sh hosts 16 --games 100000 --nodes 1000
#
# hosts is a file with lines like "4/name", for four shards at a time on that machine. It
# makes games-0.stupol to games-15.stupol here; the machines get the program, and keep
# copies in the folder stupol-shards, or WORKDIR. A shard that is interrupted is tried
# again on any machine, from the copy here: what was played since that came back is lost.
# The same command goes on with the shards that are not complete.
set -u
hosts=$1 shards=$2
shift 2
program=$(command -v "${STUPOL:-stupol}") || exit
for ((i = 0; i < shards; i++)); do
	touch "games-$i.stupol" # a file that does not exist is not transferred
done
seq 0 $((shards - 1)) | parallel --sshloginfile "$hosts" --ssh "${SSH:-ssh}" \
	--workdir "${WORKDIR:-stupol-shards}" --basefile "${program%/*}/./${program##*/}" \
	--transferfile games-{}.stupol --return games-{}.stupol --retries 5 --tag --quote \
	"./${program##*/}" selfplay -q --concurrency 1 "$@" --shard "{}/$shards" --out games-{}.stupol

package shard

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The variables in which a task of an array finds its number.
const (
	slurmTask    = "SLURM_ARRAY_TASK_ID"  // slurm.schedmd.com/job_array.html
	jobIndex     = "JOB_COMPLETION_INDEX" // kubernetes.io/docs/concepts/workloads/controllers/job
	parallelTask = "PARALLEL_SEQ"         // man parallel; it counts from 1. PARALLEL_JOBSLOT is of a place that jobs share.
)

// Parse reads one of these:
//
//	I/N    shard I of N
//	env/N  of N shards the one with the number of the array task that this process is,
//	       in Slurm, in an Indexed Job of Kubernetes or in GNU parallel
//	env    the same in Slurm, which also tells N
//
// It asks getenv for the variables of the environment.
func Parse(text string, getenv func(string) string) (s Shard, err error) {
	if text == "env" {
		return slurmArray(getenv)
	}
	if of, ok := strings.CutPrefix(text, "env/"); ok {
		index, err := arrayTask(getenv)
		if err != nil {
			return Shard{}, err
		}
		text = fmt.Sprintf("%d/%s", index, of)
	}
	return s, s.UnmarshalText([]byte(text))
}

// arrayTask returns the number, from 0, of the array task that this process is.
func arrayTask(getenv func(string) string) (int, error) {
	var found []string
	for _, name := range []string{slurmTask, jobIndex, parallelTask} {
		if getenv(name) != "" {
			found = append(found, name)
		}
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("none of %s, %s and %s is set", slurmTask, jobIndex, parallelTask)
	case 1:
	default:
		return 0, fmt.Errorf("%s are set: only one of them may be", strings.Join(found, " and "))
	}
	n, err := strconv.Atoi(getenv(found[0]))
	if err != nil {
		return 0, fmt.Errorf("%s is %q, which is no number", found[0], getenv(found[0]))
	}
	if found[0] == parallelTask {
		n--
	}
	return n, nil
}

// slurmArray returns the shard of a task of a Slurm array whose tasks are numbered from 0
// without gaps. The tasks of another array do not say of how many shards theirs is:
// those of --array=4-7 may be four of sixteen that are played again.
func slurmArray(getenv func(string) string) (Shard, error) {
	index, err := arrayTask(getenv)
	if err != nil {
		return Shard{}, err
	}
	if getenv(slurmTask) == "" {
		return Shard{}, errors.New("the environment does not say how many shards there are: env/N does")
	}
	first, last, count := getenv("SLURM_ARRAY_TASK_MIN"), getenv("SLURM_ARRAY_TASK_MAX"), getenv("SLURM_ARRAY_TASK_COUNT")
	n, err := strconv.Atoi(count)
	if err != nil {
		return Shard{}, fmt.Errorf("SLURM_ARRAY_TASK_COUNT is %q, which is no number: env/N says how many shards there are", count)
	}
	if first != "0" || last != strconv.Itoa(n-1) {
		return Shard{}, fmt.Errorf("the array has %d tasks from %s to %s, not from 0 without gaps: env/N says how many shards there are", n, first, last)
	}
	s := Shard{index, n}
	return s, s.Validate()
}

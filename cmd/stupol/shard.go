package main

import (
	"encoding"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// shardHelp is the end of the help of a flag --shard.
const shardHelp = "env/N takes I from the environment of an array task of Slurm, an Indexed Job of Kubernetes or a job of GNU parallel; env takes N from Slurm as well."

// A shardFlag is a flag for one of the parts that work is divided into, "3/100". The
// first is 0.
type shardFlag struct{ index, of int }

var _ encoding.TextUnmarshaler = (*shardFlag)(nil)

// UnmarshalText reads it.
func (f *shardFlag) UnmarshalText(text []byte) (err error) {
	*f, err = parseShard(string(text), os.Getenv)
	return err
}

// String returns it as it is read.
func (f shardFlag) String() string { return fmt.Sprintf("%d/%d", f.index, f.of) }

// parseShard reads "I/N", "env/N" or "env". It asks getenv for the variables of the
// environment.
func parseShard(text string, getenv func(string) string) (f shardFlag, err error) {
	if text == "env" {
		return slurmArray(getenv)
	}
	index, of, _ := strings.Cut(text, "/")
	if f.of, err = strconv.Atoi(of); err != nil {
		return f, fmt.Errorf("%q is not I/N, env/N or env", text)
	}
	if index == "env" {
		f.index, err = arrayTask(getenv)
	} else if f.index, err = strconv.Atoi(index); err != nil {
		err = fmt.Errorf("%q is not I/N, env/N or env", text)
	}
	if err != nil {
		return shardFlag{}, err
	}
	return f, f.validate()
}

// validate returns an error if there is no such part.
func (f shardFlag) validate() error {
	if f.of < 1 || f.of > maxCount || f.index < 0 || f.index >= f.of {
		return fmt.Errorf("%v: the first of N shards is 0/N", f)
	}
	return nil
}

// The variables in which a task of an array finds its number.
const (
	slurmTask    = "SLURM_ARRAY_TASK_ID"  // slurm.schedmd.com/job_array.html
	jobIndex     = "JOB_COMPLETION_INDEX" // kubernetes.io/docs/concepts/workloads/controllers/job
	parallelTask = "PARALLEL_SEQ"         // man parallel; it counts from 1. PARALLEL_JOBSLOT is that of a processor.
)

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
		return 0, fmt.Errorf("%s are all set: only one may be, or --shard I/N says which", strings.Join(found, " and "))
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

// slurmArray returns the part for a task of a Slurm array whose tasks are numbered from
// 0 without gaps. In any other array the tasks do not say of how many parts theirs is:
// --array=4-7 may be four of sixteen that are played again.
func slurmArray(getenv func(string) string) (shardFlag, error) {
	index, err := arrayTask(getenv)
	if err != nil {
		return shardFlag{}, err
	}
	if getenv(slurmTask) == "" {
		return shardFlag{}, errors.New("the environment does not say how many shards there are: env/N does")
	}
	first, last, count := getenv("SLURM_ARRAY_TASK_MIN"), getenv("SLURM_ARRAY_TASK_MAX"), getenv("SLURM_ARRAY_TASK_COUNT")
	n, err := strconv.Atoi(count)
	if err != nil {
		return shardFlag{}, fmt.Errorf("SLURM_ARRAY_TASK_COUNT is %q, which is no number: env/N says how many shards there are", count)
	}
	if first != "0" || last != strconv.Itoa(n-1) {
		return shardFlag{}, fmt.Errorf("the array has %d tasks from %s to %s, not from 0 without gaps: env/N says how many shards there are", n, first, last)
	}
	f := shardFlag{index, n}
	return f, f.validate()
}

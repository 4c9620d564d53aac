package match

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// threadTime returns the processor time that the thread of the caller has used so far, -1
// if that is not known.
func threadTime() time.Duration {
	var used unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used) != nil {
		return -1
	}
	return time.Duration(used.Nano())
}

// groupTimes returns the processor time that the processes of each group have used
// so far, with those of their children that have ended and were waited for. A
// group whose first process has ended is not in the result.
func groupTimes(groups []int) map[int]time.Duration {
	times := map[int]time.Duration{}
	if len(groups) == 0 {
		return times
	}
	folder, err := os.Open("/proc")
	if err != nil {
		return times
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(-1)
	first := map[int]bool{}
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if used, group, ok := processTime(pid); ok && slices.Contains(groups, group) {
			times[group] += used
			first[group] = first[group] || pid == group
		}
	}
	maps.DeleteFunc(times, func(group int, _ time.Duration) bool { return !first[group] })
	return times
}

// processTime returns the processor time of a process and the number of its
// group, from the line of /proc that proc(5) describes.
func processTime(pid int) (used time.Duration, group int, ok bool) {
	const (
		tick = time.Second / 100 // as seen by programs, on all machines

		groupField = 2 // of those behind the name, which is in brackets
		timeFields = 11
	)
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, false
	}
	fields := strings.Fields(string(line[strings.LastIndexByte(string(line), ')')+1:]))
	if len(fields) < timeFields+4 {
		return 0, 0, false
	}
	if group, err = strconv.Atoi(fields[groupField]); err != nil {
		return 0, 0, false
	}
	for _, field := range fields[timeFields : timeFields+4] { // user and system, own and of children
		ticks, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, 0, false
		}
		used += time.Duration(ticks) * tick
	}
	return used, group, true
}

package match

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// groupTime returns the processor time that the processes of a group have used
// so far, and those of their children that are gone and were waited for. It is
// known if the first process of the group is still there.
func groupTime(leader int) (sum time.Duration, known bool) {
	folder, err := os.Open("/proc")
	if err != nil {
		return 0, false
	}
	defer folder.Close()
	names, err := folder.Readdirnames(-1)
	if err != nil {
		return 0, false
	}
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		used, group, ok := processTime(pid)
		if !ok || group != leader {
			continue
		}
		sum += used
		known = known || pid == leader
	}
	return sum, known
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

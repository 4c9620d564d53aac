#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CRITICAL_SECTION lock; /* guards what follows */

static int hash_mb = 64, threads = 1, book = 2, pieces = 9, databases = 1;
static char bb_dir[MAX_PATH], book_file[MAX_PATH], history[REPLY_SIZE];

void settings_init(void) { InitializeCriticalSection(&lock); }

/* A Setting is a number that "set NAME N" sets and "get NAME" tells. */
typedef struct {
	const char *name;
	int *value, min, max;
} Setting;

static const Setting numbers[] = {
    {"hashsize", &hash_mb, 1, 65536}, {"searchthreads", &threads, 1, 256}, {"book", &book, 0, 3},
    {"max_dbpieces", &pieces, 0, 9},  {"enable_wld", &databases, 0, 1},
};

/* set_path keeps the full name of a file or folder, which the board may give from its own
 * folder. A backslash before a quote is an escaped quote to Stupol. */
static void set_path(char path[MAX_PATH], const char *name)
{
	path[0] = 0;
	if (!*name || strchr(name, '"'))
		return;
	DWORD length = GetFullPathNameA(name, MAX_PATH - 1, path, NULL);
	if (length == 0 || length >= MAX_PATH - 1)
		path[0] = 0;
	else if (path[length - 1] == '\\')
		strcpy(path + length, ".");
}

/* set answers "set NAME VALUE". */
static int set(const char *name, const char *value, char reply[REPLY_SIZE])
{
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		const Setting *s = &numbers[i];
		if (strcmp(name, s->name))
			continue;
		int n = atoi(value);
		*s->value = n < s->min ? s->min : n > s->max ? s->max : n;
		snprintf(reply, REPLY_SIZE, "%s set to %d", name, *s->value);
		return 1;
	}
	if (!strcmp(name, "dbpath"))
		set_path(bb_dir, value);
	else if (!strcmp(name, "bookfile"))
		set_path(book_file, value);
	else if (!strcmp(name, "gamehist"))
		snprintf(history, sizeof history, "%s", value);
	else
		return 0;
	snprintf(reply, REPLY_SIZE, "%s set", name);
	return 1;
}

/* get answers "get NAME". */
static int get(const char *name, char reply[REPLY_SIZE])
{
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (!strcmp(name, numbers[i].name)) {
			snprintf(reply, REPLY_SIZE, "%d", *numbers[i].value);
			return 1;
		}
	if (!strcmp(name, "dbpath"))
		strcpy(reply, bb_dir);
	else if (!strcmp(name, "bookfile"))
		strcpy(reply, book_file);
	else
		return 0;
	return 1;
}

int settings_command(const char *command, char reply[REPLY_SIZE])
{
	char name[32] = "";
	int at = 0, known = 0;
	EnterCriticalSection(&lock);
	if (sscanf(command, "get %31s", name) == 1)
		known = get(name, reply);
	else if (sscanf(command, "set %31s %n", name, &at) == 1 && at)
		known = set(name, command + at, reply);
	LeaveCriticalSection(&lock);
	return known;
}

/* book_margin is by how much a move may be worse than the best: CheckerBoard asks for all
 * kinds of moves, good moves or the best ones. */
static int book_margin(void) { return book == 1 ? 20 : book == 2 ? 4 : 0; }

static const char *or_embedded(const char *path) { return path[0] ? path : "embedded"; }

void settings_parameters(const char *variant, char text[PARAMETERS_SIZE])
{
	EnterCriticalSection(&lock);
	snprintf(text, PARAMETERS_SIZE,
	         "set-param name=variant value=%s\nset-param name=tt-mb value=%d\nset-param name=threads value=%d\n"
	         "set-param name=bb-size value=%d\nset-param name=bb-dir value=\"%s\"\n"
	         "set-param name=book value=%s\nset-param name=book-margin value=%d\n"
	         "set-param name=book-file value=\"%s\"",
	         variant, hash_mb, threads, databases ? pieces : 0, or_embedded(bb_dir), book ? "true" : "false",
	         book_margin(), or_embedded(book_file));
	LeaveCriticalSection(&lock);
}

void settings_history(char text[REPLY_SIZE])
{
	EnterCriticalSection(&lock);
	strcpy(text, history);
	LeaveCriticalSection(&lock);
}

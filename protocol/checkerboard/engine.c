#include "engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char folder[MAX_PATH]; /* of the library, with the last backslash */

static struct {
	HANDLE process, job, input, output;
	char text[2 * LINE_SIZE]; /* what has been read and not returned */
	size_t length;
} engine;

void engine_folder(HINSTANCE library)
{
	DWORD length = GetModuleFileNameA(library, folder, sizeof folder);
	char *end = length < sizeof folder ? strrchr(folder, '\\') : NULL;
	if (end)
		end[1] = 0;
	else
		folder[0] = 0;
}

/* log_line adds a line to the file that the environment variable STUPOL_LOG names. */
static void log_line(char sign, const char *line)
{
	char name[MAX_PATH];
	DWORD length = GetEnvironmentVariableA("STUPOL_LOG", name, sizeof name);
	if (length == 0 || length >= sizeof name)
		return;
	FILE *file = fopen(name, "a");
	if (file) {
		fprintf(file, "%c %s\n", sign, line);
		fclose(file);
	}
}

/* make_pipe makes a pipe of which one end is for a child. */
static int make_pipe(HANDLE *ours, HANDLE *theirs, int child_reads)
{
	SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
	HANDLE reads, writes;
	if (!CreatePipe(&reads, &writes, &inherited, 0))
		return 0;
	*ours = child_reads ? writes : reads;
	*theirs = child_reads ? reads : writes;
	SetHandleInformation(*ours, HANDLE_FLAG_INHERIT, 0);
	return 1;
}

static void close_handle(HANDLE *h)
{
	if (*h)
		CloseHandle(*h);
	*h = NULL;
}

/* start starts stupol.exe with arguments and these ends of pipes; input may be NULL. */
static HANDLE start(const char *arguments, HANDLE input, HANDLE output)
{
	char command[MAX_PATH + 1024];
	int length = snprintf(command, sizeof command, "\"%sstupol.exe\" %s", folder, arguments);
	if (length < 0 || length >= (int)sizeof command)
		return NULL;
	SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
	HANDLE none = CreateFileA("NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
	                          OPEN_EXISTING, 0, NULL);
	STARTUPINFOA info = {.cb = sizeof info, .dwFlags = STARTF_USESTDHANDLES};
	info.hStdInput = input ? input : none;
	info.hStdOutput = output;
	info.hStdError = none;
	PROCESS_INFORMATION process;
	BOOL started = CreateProcessA(NULL, command, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &info, &process);
	CloseHandle(none);
	if (!started)
		return NULL;
	CloseHandle(process.hThread);
	return process.hProcess;
}

/* end_with_us makes sure that the program ends when this process does, however it ends. */
static HANDLE end_with_us(HANDLE process)
{
	HANDLE job = CreateJobObjectA(NULL, NULL);
	JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
	limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
	SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
	AssignProcessToJobObject(job, process);
	return job;
}

int engine_running(void) { return engine.process && WaitForSingleObject(engine.process, 0) == WAIT_TIMEOUT; }

void engine_stop(void)
{
	if (engine.process)
		TerminateProcess(engine.process, 0);
	close_handle(&engine.process);
	close_handle(&engine.job);
	close_handle(&engine.input);
	close_handle(&engine.output);
	engine.length = 0;
}

int engine_start(void)
{
	if (engine_running())
		return 1;
	engine_stop();
	HANDLE input = NULL, output = NULL;
	if (make_pipe(&engine.input, &input, 1) && make_pipe(&engine.output, &output, 0))
		engine.process = start("hub", input, output);
	close_handle(&input);
	close_handle(&output);
	if (!engine.process) {
		engine_stop();
		return 0;
	}
	engine.job = end_with_us(engine.process);
	return 1;
}

void engine_send(const char *format, ...)
{
	char line[LINE_SIZE];
	va_list arguments;
	va_start(arguments, format);
	int length = vsnprintf(line, sizeof line - 1, format, arguments);
	va_end(arguments);
	if (length < 0 || length >= (int)sizeof line - 1)
		return;
	log_line('>', line);
	line[length++] = '\n';
	DWORD written;
	WriteFile(engine.input, line, length, &written, NULL);
}

/* take_line takes a line from what has been read. */
static int take_line(char line[LINE_SIZE])
{
	char *end = memchr(engine.text, '\n', engine.length);
	if (!end)
		return 0;
	size_t length = end - engine.text;
	size_t kept = length < LINE_SIZE - 1 ? length : LINE_SIZE - 1;
	memcpy(line, engine.text, kept);
	line[kept] = 0;
	engine.length -= length + 1;
	memmove(engine.text, end + 1, engine.length);
	log_line('<', line);
	return 1;
}

int engine_line(char line[LINE_SIZE])
{
	if (take_line(line))
		return 1;
	DWORD waiting = 0;
	if (!engine.process || !PeekNamedPipe(engine.output, NULL, 0, NULL, &waiting, NULL))
		return -1;
	if (waiting == 0) {
		if (!engine_running())
			return -1;
		Sleep(2);
		return 0;
	}
	DWORD room = sizeof engine.text - engine.length;
	if (room == 0) /* a line longer than any of Stupol's: forget it */
		engine.length = 0, room = sizeof engine.text;
	DWORD length = 0;
	if (!ReadFile(engine.output, engine.text + engine.length, waiting < room ? waiting : room, &length, NULL))
		return -1;
	engine.length += length;
	return take_line(line);
}

int engine_await(const char *word, double seconds)
{
	char line[LINE_SIZE];
	ULONGLONG end = GetTickCount64() + (ULONGLONG)(seconds * 1000);
	for (;;) {
		int got = engine_line(line);
		if (got < 0 || (got == 0 && GetTickCount64() > end))
			return 0;
		size_t length = strlen(word);
		if (got && !strncmp(line, word, length) && (line[length] == 0 || line[length] == ' '))
			return 1;
	}
}

/* read_all reads up to the end of output, which a program closes that ends. */
static int read_all(HANDLE process, HANDLE output, char *text, size_t size)
{
	size_t length = 0;
	ULONGLONG end = GetTickCount64() + 10000;
	for (;;) {
		DWORD waiting = 0, got = 0;
		if (!PeekNamedPipe(output, NULL, 0, NULL, &waiting, NULL))
			break;
		if (waiting) {
			DWORD room = (DWORD)(size - 1 - length);
			if (!room || !ReadFile(output, text + length, waiting < room ? waiting : room, &got, NULL))
				return -1;
			length += got;
		} else if (GetTickCount64() > end) {
			TerminateProcess(process, 1);
			return -1;
		} else {
			Sleep(2);
		}
	}
	text[length] = 0;
	return (int)length;
}

int engine_run(const char *arguments, char *output, size_t size)
{
	HANDLE ours = NULL, theirs = NULL;
	if (!make_pipe(&ours, &theirs, 0))
		return -1;
	HANDLE process = start(arguments, NULL, theirs);
	close_handle(&theirs);
	int length = -1;
	DWORD status = 1;
	if (process) {
		length = read_all(process, ours, output, size);
		WaitForSingleObject(process, 5000);
		GetExitCodeProcess(process, &status);
	}
	close_handle(&process);
	close_handle(&ours);
	return status == 0 ? length : -1;
}

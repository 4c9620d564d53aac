/* A running stupol.exe that speaks Hub. */

#ifndef ENGINE_H
#define ENGINE_H

#include <windows.h>

enum { LINE_SIZE = 8192 };

/* engine_folder remembers where the library is: stupol.exe must be beside it. */
void engine_folder(HINSTANCE library);

/* engine_start starts the program, unless it runs. */
int engine_start(void);

int engine_running(void);

/* engine_stop ends it at once. */
void engine_stop(void);

/* engine_send sends a line, which printf makes. */
void engine_send(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* engine_line returns 1 with the next line, 0 if none has come for some milliseconds, and
 * -1 if the program has ended. */
int engine_line(char line[LINE_SIZE]);

/* engine_await reads up to a line that begins with this word. */
int engine_await(const char *word, double seconds);

/* engine_run runs stupol.exe with arguments and returns what it writes, at most size - 1
 * bytes, or -1 if it fails or takes longer than ten seconds. */
int engine_run(const char *arguments, char *output, size_t size);

#endif

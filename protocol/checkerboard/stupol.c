/* An engine of CheckerBoard that plays with stupol.exe, which it starts and speaks Hub
 * with. GAME is the GameType of PDN: there is a library for each game.
 *
 * CheckerBoard calls getmove in a thread of its own and enginecommand in another, also at
 * the same time. What enginecommand sets counts from the next getmove on. */

#include "board.h"
#include "engine.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CRITICAL_SECTION playing; /* held by getmove */

/* What stupol.exe was told last; empty: nothing since it started. */
static char told[PARAMETERS_SIZE];

static const Game *game(void) { return game_of(GAME); }

BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, LPVOID reserved)
{
	(void)reserved;
	if (reason == DLL_PROCESS_ATTACH) {
		InitializeCriticalSection(&playing);
		settings_init();
		engine_folder(library);
	} else if (reason == DLL_PROCESS_DETACH) {
		engine_stop();
	}
	return TRUE;
}

/* prepare starts stupol.exe and sets its parameters, as far as that has not been done. */
static int prepare(void)
{
	if (!engine_running()) {
		told[0] = 0;
		if (!engine_start())
			return 0;
		engine_send("hub");
		if (!engine_await("wait", 30))
			return 0;
	}
	char now[sizeof told];
	settings_parameters(game()->variant, now);
	if (!strcmp(now, told))
		return 1;
	strcpy(told, now);
	for (char *line = strtok(now, "\n"); line; line = strtok(NULL, "\n"))
		engine_send("%s", line);
	engine_send("init");
	return engine_await("ready", 60);
}

/* send_history sends the position with the moves that led to it from the last irreversible
 * one, if enginecommand was told of them. It reports whether it has. */
static int send_history(Board board, int color)
{
	Board now;
	char hub[HUB_SIZE], text[REPLY_SIZE];
	int turn;
	settings_history(text);
	const char *moves = read_fen(game(), text, now, &turn);
	if (!moves || *moves != ' ')
		return 0;
	write_hub(game(), now, turn, hub);
	CBMove m;
	for (const char *at = moves; at; at = strchr(at + 1, ' ')) {
		if (!read_move(game(), now, at + 1, &m))
			return 0;
		play(now, &m);
		turn ^= WHITE | BLACK;
	}
	if (turn != color || memcmp(now, board, sizeof now))
		return 0;
	engine_send("pos pos=%s moves=\"%s\"", hub, moves + 1);
	return 1;
}

/* A Clock is what CheckerBoard says about the time of a search. */
typedef struct {
	double maxtime;
	const volatile int *playnow; /* becomes 1 when the user wants the move; NULL: never */
	int info, moreinfo;
} Clock;

/* send_level sends the time for a move and returns the seconds in which there must be one. */
static double send_level(const Clock *c)
{
	static const double units[] = {0, 0.001, 0.01, 0.1};
	double unit = units[c->info >> CLOCK_SHIFT & CLOCK_MASK];
	if (unit == 0) {
		engine_send("level move-time=%.3f", c->maxtime);
		return c->maxtime;
	}
	/* Hub adds the increment before the move, CheckerBoard after it: time may be below zero. */
	double left = (c->moreinfo >> 16 & 0xffff) * unit, increment = (c->moreinfo & 0xffff) * unit;
	engine_send("level time=%.3f inc=%.3f", left - increment, increment);
	return left;
}

/* item returns the value of an item of a line, without quotes. */
static int item(const char *line, const char *name, char *value, size_t size)
{
	char start[32];
	snprintf(start, sizeof start, " %s=", name);
	const char *at = strstr(line, start);
	if (!at)
		return 0;
	at += strlen(start);
	char end = ' ';
	if (*at == '"')
		end = *at++;
	size_t length = strcspn(at, (char[]){end, 0});
	snprintf(value, size, "%.*s", (int)length, at);
	return 1;
}

/* report puts an info line into the status bar and returns its score. */
static double report(const char *line, char status[REPLY_SIZE])
{
	char depth[16] = "", score[16] = "", nodes[32] = "", time[16] = "", pv[700] = "";
	item(line, "depth", depth, sizeof depth);
	item(line, "score", score, sizeof score);
	item(line, "nodes", nodes, sizeof nodes);
	item(line, "time", time, sizeof time);
	item(line, "pv", pv, sizeof pv);
	snprintf(status, REPLY_SIZE, "depth %s, score %s, %s nodes, %s s, %s", depth, score, nodes, time, pv);
	return atof(score);
}

/* await_move waits for the end of a search. It stops it when the user wants that, and
 * gives it up when it takes ten seconds longer than it may. */
static int await_move(double seconds, char status[REPLY_SIZE], const volatile int *playnow, char *text, double *score)
{
	char line[LINE_SIZE];
	int stopped = 0;
	ULONGLONG end = GetTickCount64() + (ULONGLONG)((seconds + 10) * 1000);
	for (;;) {
		int got = engine_line(line);
		if (got < 0 || GetTickCount64() > end)
			return 0;
		if (!stopped && playnow && *playnow) {
			engine_send("stop");
			stopped = 1;
			end = GetTickCount64() + 10000;
		}
		if (got && !strncmp(line, "info depth", 10))
			*score = report(line, status);
		if (got && (!strcmp(line, "done") || !strncmp(line, "done ", 5))) {
			text[0] = 0;
			item(line, "move", text, 64);
			return 1;
		}
	}
}

/* ask sends a position and asks for a move: 0 if there is no answer. The move is empty if
 * there is none, or if the history is not one of legal moves. */
static int ask(Board board, int color, const Clock *clock, char status[REPLY_SIZE], char *text, double *score)
{
	int with_history = send_history(board, color);
	for (;;) {
		if (!with_history) {
			char hub[HUB_SIZE];
			write_hub(game(), board, color, hub);
			engine_send("pos pos=%s", hub);
		}
		double seconds = send_level(clock);
		engine_send("go think");
		if (!await_move(seconds, status, clock->playnow, text, score))
			return 0;
		if (text[0] || !with_history)
			return 1;
		with_history = 0;
	}
}

/* search asks for a move and plays it. It returns -1 if there is no answer. */
static int search(Board board, int color, const Clock *clock, char status[REPLY_SIZE], CBMove *move)
{
	char text[64];
	double score = 0;
	if (clock->info & NEW_GAME)
		engine_send("new-game");
	if (!ask(board, color, clock, status, text, &score))
		return -1;
	if (!text[0]) {
		snprintf(status, REPLY_SIZE, "no legal move");
		return LOSS;
	}
	if (!read_move(game(), board, text, move)) {
		snprintf(status, REPLY_SIZE, "stupol.exe answers %s, which is no move", text);
		return UNKNOWN;
	}
	play(board, move);
	return score >= 99 ? WIN : score <= -99 ? LOSS : UNKNOWN;
}

/* getmove plays a move on the board. The result is a win or a loss if that was seen to
 * the end of the game. */
__declspec(dllexport) int WINAPI getmove(Board board, int color, double maxtime, char status[REPLY_SIZE], int *playnow,
                                         int info, int moreinfo, CBMove *move)
{
	CBMove unused;
	Clock clock = {maxtime, playnow, info, moreinfo};
	int result = -1;
	EnterCriticalSection(&playing);
	for (int attempt = 0; attempt < 2 && result < 0; attempt++) {
		if (prepare())
			result = search(board, color, &clock, status, move ? move : &unused);
		if (result < 0)
			engine_stop();
	}
	LeaveCriticalSection(&playing);
	if (result >= 0)
		return result;
	snprintf(status, REPLY_SIZE, "stupol.exe beside the engine does not start or answer");
	return UNKNOWN;
}

/* next_move cuts the next line off a list of moves and reads it. */
static int next_move(char **list, Board board, CBMove *m)
{
	char *line = *list, *end = strpbrk(line, "\r\n");
	if (!end || end == line)
		return 0;
	*end = 0;
	*list = end + 1 + strspn(end + 1, "\r\n");
	return read_move(game(), board, line, m);
}

/* list_moves returns the legal moves as lines, from a run of stupol.exe: the one that
 * plays may be searching. */
static int list_moves(Board board, int color, char *list, size_t size)
{
	int mine = 0;
	for (int x = 0; x < 8; x++)
		for (int y = 0; y < 8; y++)
			mine += (board[x][y] & color) != 0;
	list[0] = 0;
	if (!mine)
		return 1;
	char fen[256], arguments[400];
	write_fen(game(), board, color, fen, sizeof fen);
	snprintf(arguments, sizeof arguments, "moves --variant %s --fen %s", game()->variant, fen);
	return engine_run(arguments, list, size) >= 0;
}

/* write_move writes a move of a movelist. */
static int write_move(const CBMove *m, char *text, size_t size)
{
	const Game *g = game();
	int length = snprintf(text, size, "%d,%d,%d,%d,%d", m->jumps, m->oldpiece, m->newpiece,
	                      square_number(g, m->from), square_number(g, m->to));
	for (int i = 0; i < m->jumps && length < (int)size; i++)
		length += snprintf(text + length, size - length, ",%d,%d,%d", square_number(g, m->path[i + 1]),
		                   square_number(g, m->del[i]), m->delpiece[i]);
	if (length < (int)size)
		length += snprintf(text + length, size - length, ";");
	return length;
}

/* movelist answers "get movelist FEN". Moves for which there is no room are left out. */
static int movelist(const char *fen, char reply[REPLY_SIZE])
{
	Board board;
	int color, n = 0, length = 0;
	char list[8192], moves[REPLY_SIZE - 16] = "", *rest = list;
	CBMove m;
	if (!read_fen(game(), fen, board, &color) || !list_moves(board, color, list, sizeof list))
		return 0;
	while (next_move(&rest, board, &m)) {
		char text[160];
		int size = write_move(&m, text, sizeof text);
		if (size >= (int)sizeof text || length + size >= (int)sizeof moves)
			continue;
		strcpy(moves + length, text);
		length += size;
		n++;
	}
	snprintf(reply, REPLY_SIZE, n ? "movelist %d,%s" : "movelist %d", n, moves);
	return 1;
}

/* islegal reports whether there is a move from one square to another, and fills it in. */
__declspec(dllexport) int WINAPI islegal(Board board, int color, int from, int to, CBMove *move)
{
	char list[8192], *rest = list;
	CBMove m;
	if (!list_moves(board, color, list, sizeof list))
		return 0;
	while (next_move(&rest, board, &m))
		if (square_number(game(), m.from) == from && square_number(game(), m.to) == to) {
			*move = m;
			return 1;
		}
	return 0;
}

__declspec(dllexport) int WINAPI enginename(char name[256])
{
	strcpy(name, "Stupol");
	return 1;
}

/* enginecommand returns 0 for what it does not know. */
__declspec(dllexport) int WINAPI enginecommand(const char *command, char reply[REPLY_SIZE])
{
	reply[0] = 0;
	if (!strcmp(command, "name"))
		return enginename(reply);
	if (!strcmp(command, "about")) {
		snprintf(reply, REPLY_SIZE, "Stupol\nplays %s\nMIT licence", game()->title);
		return 1;
	}
	if (!strncmp(command, "get movelist ", 13))
		return movelist(command + 13, reply);
	if (!strcmp(command, "get protocolversion"))
		return snprintf(reply, REPLY_SIZE, "2") > 0;
	if (!strcmp(command, "get gametype"))
		return snprintf(reply, REPLY_SIZE, "%d", GAME) > 0;
	return settings_command(command, reply);
}

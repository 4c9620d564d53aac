/* A stand-in for CheckerBoard that tests an engine: test LIBRARY GAMETYPE LOG MOVES. It
 * plays a game through the library and writes it to the file MOVES, as Hub has it. The
 * library writes its conversation with stupol.exe to the file LOG. The status is 1 if
 * anything is wrong. */

#include "board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tlhelp32.h>

static GetMove getmove;
static EngineCommand enginecommand;
static EngineName enginename;
static IsLegal islegal;

static const Game *game;
static int failures;

#define CHECK(condition, ...)                                      \
	do {                                                       \
		if (!(condition)) {                                \
			printf("%s:%d: ", __FILE__, __LINE__);     \
			printf(__VA_ARGS__);                       \
			printf("\n");                              \
			failures++;                                \
		}                                                  \
	} while (0)

static HMODULE load(const char *library)
{
	HMODULE module = LoadLibraryA(library);
	CHECK(module, "%s is not loaded: error %lu", library, GetLastError());
	if (!module)
		exit(1);
	getmove = (GetMove)(void *)GetProcAddress(module, "getmove");
	enginecommand = (EngineCommand)(void *)GetProcAddress(module, "enginecommand");
	enginename = (EngineName)(void *)GetProcAddress(module, "enginename");
	islegal = (IsLegal)(void *)GetProcAddress(module, "islegal");
	if (!getmove || !enginecommand || !enginename || !islegal) {
		printf("a function is missing\n");
		exit(1);
	}
	return module;
}

/* expect sends a command and compares the answer, NULL for none. */
static void expect(const char *command, const char *want)
{
	char reply[REPLY_SIZE] = "";
	int known = enginecommand(command, reply);
	CHECK(known == (want != NULL), "%s: returned %d", command, known);
	CHECK(!want || !strcmp(reply, want), "%s: got %s, want %s", command, reply, want ? want : "nothing");
}

static void test_commands(void)
{
	char name[256] = "", type[16];
	CHECK(enginename(name) && !strcmp(name, "Stupol"), "enginename: %s", name);
	snprintf(type, sizeof type, "%d", game->type);
	expect("name", "Stupol");
	expect("get gametype", type);
	expect("get protocolversion", "2");
	expect("get book", "2");
	expect("set book 3", "book set to 3");
	expect("get book", "3");
	expect("set hashsize 16", "hashsize set to 16");
	expect("set searchthreads 0", "searchthreads set to 1");
	expect("get max_dbpieces", "9");
	expect("get frobnication", NULL);
	expect("set allscores 1", NULL);
	expect("help", NULL);
}

static void test_movelist(void)
{
	expect("get movelist B:W1:B", "movelist 0");
	expect("get movelist B:W77:B3", NULL);
	expect("get movelist nonsense", NULL);
	switch (game->type) {
	case ENGLISH: /* a man is crowned and stops, another goes on forward only */
		expect("get movelist W:W10:B7,8,6", "movelist 2,1,5,9,10,1,1,6,6;1,5,9,10,3,3,7,6;");
		expect("get movelist W:W19:B16,15,7", "movelist 2,1,5,5,19,12,12,16,6;2,5,9,19,3,10,15,6,3,7,6;");
		break;
	case ITALIAN: /* the examples of the description of the interface */
		expect("get movelist B:W31:B3", "movelist 2,0,6,6,3,6;0,6,6,3,7;");
		expect("get movelist B:W11,13,19,21:B6,9",
		       "movelist 2,2,6,6,6,22,15,11,5,22,19,5;2,6,6,9,25,18,13,5,25,21,5;");
		break;
	case RUSSIAN: /* a man is crowned in passing, a king flies, a man takes backward */
		expect("get movelist W:W10:B7,16", "movelist 1,1,5,9,10,3,3,7,6;");
		expect("get movelist W:W10:B7,8", "movelist 1,2,5,9,10,12,3,7,6,12,8,6;");
		expect("get movelist W:W20,K13:B24,17,26", "movelist 2,2,9,9,13,31,22,17,6,31,26,6;1,5,5,20,27,27,24,6;");
		break;
	}
}

static void start_position(Board board)
{
	int color;
	read_fen(game, "B:W21-32:B1-12", board, &color);
}

/* is_listed reports whether a move of get movelist leads from one board to another. */
static int is_listed(Board before, int color, Board after)
{
	char command[REPLY_SIZE] = "get movelist ", reply[REPLY_SIZE];
	write_fen(game, before, color, command + strlen(command), sizeof command - strlen(command));
	if (!enginecommand(command, reply))
		return 0;
	for (char *at = strpbrk(reply, ",;"); at && at[1]; at = strchr(at, ';')) {
		int jumps, old, new, from, to, size;
		if (sscanf(++at, "%d,%d,%d,%d,%d%n", &jumps, &old, &new, &from, &to, &size) != 5)
			return 0;
		Board b;
		memcpy(b, before, sizeof b);
		Coordinates f = square_coordinates(game, from), t = square_coordinates(game, to);
		b[f.x][f.y] = FREE;
		for (at += size; *at == ','; at += size) {
			int landed, taken, piece;
			sscanf(at, ",%d,%d,%d%n", &landed, &taken, &piece, &size);
			Coordinates c = square_coordinates(game, taken);
			b[c.x][c.y] = FREE;
		}
		b[t.x][t.y] = new;
		if (!memcmp(b, after, sizeof b))
			return 1;
	}
	return 0;
}

/* test_move has the engine move, and compares all that it says of the move. */
static int test_move(Board board, int color, int ply, CBMove *m, char status[REPLY_SIZE])
{
	Board before, after;
	int playnow = 0;
	memcpy(before, board, sizeof before);
	int result = getmove(board, color, 0.05, status, &playnow, ply == 0, 0, m);
	if (!memcmp(before, board, sizeof before))
		return result;
	memcpy(after, before, sizeof after);
	play(after, m);
	CHECK(!memcmp(after, board, sizeof after), "ply %d: the move is another than on the board", ply);
	CHECK(before[m->from.x][m->from.y] == m->oldpiece, "ply %d: no such piece", ply);
	CHECK(strstr(status, "score "), "ply %d: status %s", ply, status);
	if (ply % 8 == 0)
		CHECK(is_listed(before, color, board), "ply %d: not in the list of moves", ply);
	if (ply % 8 == 4) {
		CBMove legal;
		int from = square_number(game, m->from), to = square_number(game, m->to);
		CHECK(islegal(before, color, from, to, &legal), "ply %d: not legal", ply);
		CHECK(!islegal(before, color, to, from, &legal), "ply %d: backward is legal", ply);
	}
	return result;
}

/* write_played writes a move as Hub has it. */
static void write_played(FILE *file, const CBMove *m)
{
	fprintf(file, "%d%c%d", square_number(game, m->from), m->jumps ? 'x' : '-', square_number(game, m->to));
	for (int i = 0; i < m->jumps; i++)
		fprintf(file, "x%d", square_number(game, m->del[i]));
	fprintf(file, " ");
}

static void test_game(const char *moves)
{
	Board board;
	char status[REPLY_SIZE] = "";
	start_position(board);
	FILE *file = fopen(moves, "w");
	int color = game->type == ENGLISH ? BLACK : WHITE, result = UNKNOWN, ply = 0;
	for (; ply < 150; ply++, color ^= WHITE | BLACK) {
		CBMove m;
		Board before;
		memcpy(before, board, sizeof before);
		result = test_move(board, color, ply, &m, status);
		if (!memcmp(before, board, sizeof before))
			break;
		write_played(file, &m);
	}
	fclose(file);
	CHECK(ply == 150 || result == LOSS, "after %d plies: result %d, %s", ply, result, status);
	CHECK(ply > 20, "a game of only %d plies: %s", ply, status);
	printf("%d plies\n", ply);
}

static DWORD WINAPI press_play(LPVOID playnow)
{
	Sleep(500);
	*(volatile int *)playnow = 1;
	return 0;
}

/* timed returns the seconds that a move takes. */
static double timed(const char *fen, double maxtime, int *playnow, int info, int moreinfo)
{
	Board board, before;
	int color;
	char status[REPLY_SIZE];
	read_fen(game, fen, board, &color);
	memcpy(before, board, sizeof before);
	ULONGLONG start = GetTickCount64();
	getmove(board, color, maxtime, status, playnow, info, moreinfo, NULL);
	CHECK(memcmp(before, board, sizeof before), "%s: no move: %s", fen, status);
	return (GetTickCount64() - start) / 1000.0;
}

/* middle is a position that no book has. */
static const char middle[] = "W:W21,22,25,27,29,30,32:B2,3,5,7,10,12,13";

static void test_time(void)
{
	int playnow = 0;
	expect("set book 0", "book set to 0");
	timed(middle, 0.01, &playnow, 0, 0);
	double seconds = timed(middle, 0.5, &playnow, EXACT_TIME, 0);
	CHECK(seconds > 0.2 && seconds < 4, "a move in 0.5 s takes %.1f s", seconds);
	seconds = timed(middle, 100, &playnow, 2 << CLOCK_SHIFT, 300 << 16 | 10); /* 3 s and 0.1 s a move */
	CHECK(seconds < 3, "a move with 3 s on the clock takes %.1f s", seconds);
	HANDLE thread = CreateThread(NULL, 0, press_play, &playnow, 0, NULL);
	seconds = timed(middle, 100, &playnow, 0, 0);
	CHECK(seconds > 0.3 && seconds < 10, "a move that is wanted after 0.5 s takes %.1f s", seconds);
	WaitForSingleObject(thread, INFINITE);
	CloseHandle(thread);
}

/* logged reports whether the log has a line that begins so. */
static int logged(const char *log, const char *start)
{
	char line[8192];
	int found = 0;
	FILE *file = fopen(log, "r");
	while (file && fgets(line, sizeof line, file))
		found |= !strncmp(line, start, strlen(start));
	if (file)
		fclose(file);
	return found;
}

/* test_history sends moves of kings to and fro, the history of another position, and one
 * with a move that is illegal. */
static void test_history(const char *log)
{
	int playnow = 0;
	expect("set gamehist W:WK30,32:BK2,4 30-26 2-6 26-30 6-2", "gamehist set");
	timed("W:WK30,32:BK2,4", 0.05, &playnow, 0, 0);
	CHECK(logged(log, "> pos pos=WeBebeeeeeeeeeeeeeeeeeeeeeeeeeWew moves=\"30-26 2-6 26-30 6-2\""), "no history");
	timed("W:WK30,31:BK2,4", 0.05, &playnow, 0, 0);
	CHECK(logged(log, "> pos pos=WeBebeeeeeeeeeeeeeeeeeeeeeeeeeWwe\n"), "the history of another position");
	expect("set gamehist W:WK29,32:BK2,3 29-30 3-8", "gamehist set");
	timed("W:WK30,32:BK2,8", 0.05, &playnow, 0, 0);
	timed(middle, 0.05, &playnow, NEW_GAME, 0);
	CHECK(logged(log, "> new-game"), "no new-game");
}

/* child returns the stupol.exe that this process has started, NULL if there is none. */
static HANDLE child(void)
{
	HANDLE found = NULL, all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
	PROCESSENTRY32 p = {.dwSize = sizeof p};
	for (BOOL more = Process32First(all, &p); more && !found; more = Process32Next(all, &p))
		if (p.th32ParentProcessID == GetCurrentProcessId() && !strcmp(p.szExeFile, "stupol.exe"))
			found = OpenProcess(PROCESS_TERMINATE | SYNCHRONIZE, FALSE, p.th32ProcessID);
	CloseHandle(all);
	return found;
}

/* test_end kills stupol.exe, which must be started anew, and then lets the library go,
 * with which stupol.exe must end. */
static void test_end(HMODULE library)
{
	int playnow = 0;
	HANDLE process = child();
	CHECK(process, "stupol.exe does not run");
	TerminateProcess(process, 1);
	WaitForSingleObject(process, 5000);
	CloseHandle(process);
	timed(middle, 0.05, &playnow, 0, 0);
	process = child();
	CHECK(process, "stupol.exe was not started anew");
	FreeLibrary(library);
	CHECK(WaitForSingleObject(process, 5000) == WAIT_OBJECT_0, "stupol.exe goes on without the library");
	CloseHandle(process);
}

/* test_alone has the library without stupol.exe. */
static void test_alone(void)
{
	Board board, before;
	char status[REPLY_SIZE] = "";
	int playnow = 0;
	CBMove m;
	start_position(board);
	memcpy(before, board, sizeof before);
	int result = getmove(board, BLACK, 1, status, &playnow, 0, 0, &m);
	CHECK(result == UNKNOWN && !memcmp(before, board, sizeof before), "result %d", result);
	CHECK(strstr(status, "stupol.exe"), "status %s", status);
	expect("get movelist W:W31:B3", NULL);
	expect("name", "Stupol");
}

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	game = argc > 2 ? game_of(atoi(argv[2])) : NULL;
	if (!game || (argc != 3 && argc != 5)) {
		printf("usage: test LIBRARY GAMETYPE [LOG MOVES]; without files, where there is no stupol.exe\n");
		return 2;
	}
	if (argc == 3) {
		load(argv[1]);
		test_alone();
		return failures != 0;
	}
	SetEnvironmentVariableA("STUPOL_LOG", argv[3]);
	HMODULE library = load(argv[1]);
	test_commands();
	test_movelist();
	test_game(argv[4]);
	test_time();
	test_history(argv[3]);
	test_end(library);
	return failures != 0;
}

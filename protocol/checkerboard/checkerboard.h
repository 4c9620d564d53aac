/* What CheckerBoard and its engines agree on, version 2 of its interface. */

#ifndef CHECKERBOARD_H
#define CHECKERBOARD_H

#include <windows.h>

/* A board is indexed by x, then y. Black begins at y = 0, White at y = 7. A piece is a
 * colour and a kind. */
typedef int Board[8][8];

enum { FREE = 0, WHITE = 1, BLACK = 2, MAN = 4, KING = 8 };

/* What getmove thinks of the game, for the side to move. */
enum { DRAW, WIN, LOSS, UNKNOWN };

/* Bits of the info of getmove. */
enum { NEW_GAME = 1, EXACT_TIME = 2, CLOCK_SHIFT = 2, CLOCK_MASK = 3 };

/* Games, by their GameType of PDN. */
enum { ENGLISH = 21, ITALIAN = 22, RUSSIAN = 25 };

enum { REPLY_SIZE = 1024, MAX_JUMPS = 12 };

typedef struct {
	int x, y;
} Coordinates;

typedef struct {
	int jumps;
	int newpiece, oldpiece;
	Coordinates from, to;
	Coordinates path[MAX_JUMPS]; /* where it lands; the first one is path[1] */
	Coordinates del[MAX_JUMPS];  /* what it takes */
	int delpiece[MAX_JUMPS];
} CBMove;

/* The functions of an engine. */
typedef int(WINAPI *GetMove)(Board board, int color, double maxtime, char status[REPLY_SIZE], int *playnow, int info,
                             int moreinfo, CBMove *move);
typedef int(WINAPI *EngineCommand)(const char *command, char reply[REPLY_SIZE]);
typedef int(WINAPI *EngineName)(char name[256]);
typedef int(WINAPI *IsLegal)(Board board, int color, int from, int to, CBMove *move);

#endif

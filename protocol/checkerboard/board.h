/* Squares, positions and moves between CheckerBoard's coordinates and the numbers that
 * Hub and FEN have. */

#ifndef BOARD_H
#define BOARD_H

#include "checkerboard.h"

/* The rules as far as the way of a piece depends on them. */
typedef struct {
	int type;            /* GameType of PDN */
	const char *variant; /* Hub's name */
	const char *title;
	int flying;          /* kings move any distance */
	int backward;        /* men capture backward too */
	int in_passing;      /* a man crowned in a capture goes on as a king */
} Game;

/* game_of returns the rules of a GameType, NULL if there are none. */
const Game *game_of(int type);

Coordinates square_coordinates(const Game *g, int number);

int square_number(const Game *g, Coordinates c);

/* HUB_SIZE holds the side to move, 32 squares and a NUL. */
enum { HUB_SIZE = 34 };

/* write_hub writes a position as Hub has it: W or B, then a letter a square. */
void write_hub(const Game *g, Board board, int color, char hub[HUB_SIZE]);

/* write_fen writes at most size bytes. */
void write_fen(const Game *g, Board board, int color, char *fen, size_t size);

/* read_fen reads a position up to a space or the end. It returns what follows, NULL if
 * the text is no FEN. */
const char *read_fen(const Game *g, const char *fen, Board board, int *color);

/* read_move reads a move as Hub writes it, 22-18 or 22x15x18: from, to, and what it takes
 * in any order. It finds the way that the piece takes, and fails if there is none. */
int read_move(const Game *g, Board board, const char *text, CBMove *m);

/* play plays a move that read_move has found. */
void play(Board board, const CBMove *m);

#endif

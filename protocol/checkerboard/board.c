#include "board.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Game games[] = {
    {ENGLISH, "english", "English checkers", 0, 0, 0},
    {ITALIAN, "italian", "Italian draughts", 0, 0, 0},
    {RUSSIAN, "russian", "Russian draughts", 1, 1, 1},
};

const Game *game_of(int type)
{
	for (size_t i = 0; i < sizeof games / sizeof *games; i++)
		if (games[i].type == type)
			return &games[i];
	return NULL;
}

/* CheckerBoard turns the board of most games, so that Black's squares begin at the right;
 * the Italian board is the mirror image of theirs. */
Coordinates square_coordinates(const Game *g, int number)
{
	Coordinates c;
	c.y = (number - 1) / 4;
	c.x = 2 * ((number - 1) % 4) + c.y % 2;
	if (g->type != ITALIAN)
		c.x = 6 - 2 * ((number - 1) % 4) + c.y % 2;
	return c;
}

int square_number(const Game *g, Coordinates c)
{
	if (g->type == ITALIAN)
		return 4 * c.y + c.x / 2 + 1;
	return 4 * c.y + 4 - c.x / 2;
}

static int piece_at(Board board, Coordinates c) { return board[c.x][c.y]; }

static int on_board(Coordinates c) { return c.x >= 0 && c.x < 8 && c.y >= 0 && c.y < 8; }

void write_hub(const Game *g, Board board, int color, char hub[HUB_SIZE])
{
	hub[0] = color == WHITE ? 'W' : 'B';
	for (int number = 1; number <= 32; number++) {
		int piece = piece_at(board, square_coordinates(g, number));
		char letter = piece & WHITE ? 'w' : piece & BLACK ? 'b' : 'e';
		hub[number] = piece & KING ? (char)toupper(letter) : letter;
	}
	hub[33] = 0;
}

/* write_pieces adds the squares of one colour to a FEN. */
static int write_pieces(const Game *g, Board board, int color, char *fen, size_t size)
{
	int length = snprintf(fen, size, color == WHITE ? ":W" : ":B");
	const char *comma = "";
	for (int number = 1; number <= 32 && length < (int)size; number++) {
		int piece = piece_at(board, square_coordinates(g, number));
		if (!(piece & color))
			continue;
		length += snprintf(fen + length, size - length, "%s%s%d", comma, piece & KING ? "K" : "", number);
		comma = ",";
	}
	return length;
}

void write_fen(const Game *g, Board board, int color, char *fen, size_t size)
{
	int length = snprintf(fen, size, color == WHITE ? "W" : "B");
	length += write_pieces(g, board, WHITE, fen + length, size - length);
	if (length < (int)size)
		write_pieces(g, board, BLACK, fen + length, size - length);
}

/* read_range reads 5 or 5-8 and sets the pieces. It returns what follows, NULL if the
 * numbers make no sense. */
static const char *read_range(const Game *g, const char *text, Board board, int piece)
{
	if (!isdigit((unsigned char)*text))
		return NULL;
	char *end;
	long first = strtol(text, &end, 10), last = first;
	if (*end == '-' && isdigit((unsigned char)end[1]))
		last = strtol(end + 1, &end, 10);
	if (first < 1 || last < first || last > 32)
		return NULL;
	for (int number = (int)first; number <= last; number++) {
		Coordinates c = square_coordinates(g, number);
		board[c.x][c.y] = piece;
	}
	return end;
}

static int color_of(char letter)
{
	switch (toupper((unsigned char)letter)) {
	case 'W':
		return WHITE;
	case 'B':
		return BLACK;
	}
	return FREE;
}

const char *read_fen(const Game *g, const char *fen, Board board, int *color)
{
	memset(board, 0, sizeof(Board));
	*color = color_of(*fen);
	if (*color == FREE || fen[1] != ':')
		return NULL;
	int owner = FREE;
	for (fen++; *fen && *fen != ' ';) {
		if (*fen == ':') {
			owner = color_of(fen[1]);
			if (owner == FREE)
				return NULL;
			fen += 2;
		} else if (*fen == ',' || *fen == '.') {
			fen++;
		} else {
			int kind = *fen == 'K' ? KING : MAN;
			fen = read_range(g, fen + (kind == KING), board, owner | kind);
			if (fen == NULL)
				return NULL;
		}
	}
	return fen;
}

/* A walk is the search for the way of a capture. */
typedef struct {
	const Game *game;
	int (*board)[8];
	CBMove *move;   /* what has been found of it */
	int taken[8][8]; /* 1: to be taken, 2: has been taken */
	int left;       /* how many are to be taken */
} Walk;

static int forward(int piece) { return piece & BLACK ? 1 : -1; }

static int last_row(int piece) { return piece & BLACK ? 7 : 0; }

/* crown returns piece after it has landed on c. */
static int crown(int piece, Coordinates c)
{
	return piece & MAN && c.y == last_row(piece) ? (piece ^ MAN) | KING : piece;
}

static int walk(Walk *w, Coordinates at, int piece);

static int is_empty(Walk *w, Coordinates c)
{
	int from = c.x == w->move->from.x && c.y == w->move->from.y;
	return on_board(c) && (piece_at(w->board, c) == FREE || from);
}

/* land tries all squares behind prey, the piece that is jumped. */
static int land(Walk *w, Coordinates prey, int dx, int dy, int piece)
{
	CBMove *m = w->move;
	Coordinates c = {prey.x + dx, prey.y + dy};
	int jump = m->jumps;
	if (jump + 1 >= MAX_JUMPS)
		return 0;
	w->taken[prey.x][prey.y] = 2;
	w->left--;
	for (; is_empty(w, c); c.x += dx, c.y += dy) {
		m->jumps = jump + 1;
		m->del[jump] = prey;
		m->delpiece[jump] = piece_at(w->board, prey);
		m->path[jump + 1] = c;
		if (walk(w, c, crown(piece, c)))
			return 1;
		if (piece & MAN || !w->game->flying)
			break;
	}
	m->jumps = jump;
	w->taken[prey.x][prey.y] = 1;
	w->left++;
	return 0;
}

/* walk goes on with a capture from a square, and reports whether the rest of what is to
 * be taken can be, ending where the move ends. */
static int walk(Walk *w, Coordinates at, int piece)
{
	CBMove *m = w->move;
	if (w->left == 0 && at.x == m->to.x && at.y == m->to.y) {
		m->newpiece = piece;
		return 1;
	}
	int crowned = piece & KING && m->oldpiece & MAN;
	if (w->left == 0 || (crowned && !w->game->in_passing))
		return 0;
	for (int dx = -1; dx <= 1; dx += 2)
		for (int dy = -1; dy <= 1; dy += 2) {
			if (piece & MAN && !w->game->backward && dy != forward(piece))
				continue;
			Coordinates c = {at.x + dx, at.y + dy};
			while (piece & KING && w->game->flying && is_empty(w, c))
				c.x += dx, c.y += dy;
			if (on_board(c) && w->taken[c.x][c.y] == 1 && land(w, c, dx, dy, piece))
				return 1;
		}
	return 0;
}

int read_move(const Game *g, Board board, const char *text, CBMove *m)
{
	int numbers[2 + MAX_JUMPS], n = 0;
	char *end;
	for (const char *at = text; n < 2 + MAX_JUMPS; at = end + 1) {
		long number = strtol(at, &end, 10);
		if (end == at || number < 1 || number > 32)
			return 0;
		numbers[n++] = (int)number;
		if (*end != 'x' && *end != '-')
			break;
	}
	if (n < 2)
		return 0;
	memset(m, 0, sizeof *m);
	m->from = square_coordinates(g, numbers[0]);
	m->to = square_coordinates(g, numbers[1]);
	m->oldpiece = piece_at(board, m->from);
	if (m->oldpiece == FREE)
		return 0;
	if (n == 2) {
		m->newpiece = crown(m->oldpiece, m->to);
		return 1;
	}
	Walk w = {.game = g, .board = board, .move = m, .left = n - 2};
	for (int i = 2; i < n; i++) {
		Coordinates c = square_coordinates(g, numbers[i]);
		w.taken[c.x][c.y] = 1;
	}
	return walk(&w, m->from, m->oldpiece);
}

void play(Board board, const CBMove *m)
{
	board[m->from.x][m->from.y] = FREE;
	for (int i = 0; i < m->jumps; i++)
		board[m->del[i].x][m->del[i].y] = FREE;
	board[m->to.x][m->to.y] = m->newpiece;
}

/* What the user has set. */

#ifndef SETTINGS_H
#define SETTINGS_H

#include "checkerboard.h"

enum { PARAMETERS_SIZE = 4 * MAX_PATH };

void settings_init(void);

/* settings_command answers "set NAME VALUE" and "get NAME", and returns 0 for what it does
 * not know. */
int settings_command(const char *command, char reply[REPLY_SIZE]);

/* settings_parameters writes the lines that set the parameters of Stupol. */
void settings_parameters(const char *variant, char text[PARAMETERS_SIZE]);

/* settings_history copies the last "set gamehist". */
void settings_history(char text[REPLY_SIZE]);

#endif

/* A bot for any game, in C, with nothing but the C library: any of the moves it is offered.
 *
 *     cc -O2 -o bot examples/engines/bot.c
 *     muscade arena pass-pass --bots normal,./bot
 *
 * Every line of the house is an object with one key, its kind, written without spaces: {"moves":["P12","B7"]}. So the first bytes
 * say what it is. Texts are copied as they stand, escapes included: what is sent back means what was received.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *line = NULL;
static size_t room = 0;

/* One line without its end, however long it is; 0 at the end of input. */
static int read_line(void) {
    size_t length = 0;
    int byte;
    while ((byte = getchar()) != EOF && byte != '\n') {
        if (length + 1 >= room) {
            size_t more = room ? 2 * room : 4096;
            char *grown = more > room ? realloc(line, more) : NULL;
            if (grown == NULL) return 0;
            line = grown;
            room = more;
        }
        line[length++] = (char)byte;
    }
    if (byte == EOF && length == 0) return 0;
    if (room == 0) {
        line = calloc(1, room = 4096);
        if (line == NULL) return 0;
    }
    line[length] = '\0';
    return 1;
}

/* What follows a prefix, or NULL. */
static char *after(char *text, const char *prefix) {
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

/* The end of a text in quotes: its closing quote, or NULL. ``text`` is behind the opening one. */
static char *closing(char *text) {
    while (*text && *text != '"') {
        if (*text == '\\' && text[1]) text++;
        text++;
    }
    return *text ? text : NULL;
}

/* How many texts a list has; with ``wanted`` >= 0, where that one begins and how long it is. */
static long texts(char *list, long wanted, char **begin, int *length) {
    long count = 0;
    while (*list == '"') {
        char *end = closing(list + 1);
        if (end == NULL) break;
        if (count == wanted) {
            *begin = list + 1;
            *length = (int)(end - list - 1);
        }
        count++;
        list = end + 1;
        if (*list != ',') break;
        list++;
    }
    return count;
}

/* A number of an object, by its key; 0 if it is not there. */
static unsigned long number(char *object, const char *key) {
    char *found = strstr(object, key);
    return found ? strtoul(found + strlen(key), NULL, 10) : 0;
}

int main(void) {
    char *moves = NULL, *found;
    while (read_line()) {
        if (after(line, "{\"hello\":")) {
            puts("{\"hello\":{\"protocol\":1,\"name\":\"an example in C\",\"history\":false}}");
        } else if ((found = after(line, "{\"moves\":["))) {
            free(moves);
            moves = malloc(strlen(found) + 1);
            if (moves == NULL) return 1;
            strcpy(moves, found);
        } else if ((found = after(line, "{\"choose\":{"))) {
            long count = moves ? texts(moves, -1, NULL, NULL) : 0;
            char *begin = NULL;
            int length = 0;
            if (count == 0) continue;
            texts(moves, (long)(number(found, "\"seed\":") % (unsigned long)count), &begin, &length);
            printf("{\"choose\":{\"id\":%lu,\"move\":\"%.*s\"}}\n", number(found, "\"id\":"), length, begin);
        }
        fflush(stdout);
    }
    free(moves);
    free(line);
    return 0;
}

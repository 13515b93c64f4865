/*
 * detect_layers.h - formats of JSON that lies in other JSON; for detect.c alone.
 */
#ifndef PARSERS_DETECT_LAYERS_H
#define PARSERS_DETECT_LAYERS_H

#include "parsers/candidate.h"

/*
 * Nothing fits ${k}->head as it is: take layers off it until some format fits. ${*winner}, in the
 * arena of ${k}->out, is what fits, and ${k}->out has the layers; NULL where nothing does, then
 * ${k}->out->why is set where there are more layers than are taken off. -1: ERR_NOMEM, ERR_IO,
 * ERR_LIMIT, ERR_SYNTAX where two formats fit.
 */
int detect_layers(struct detector *k, const struct candidate **winner, struct input *input,
    struct err *e);

/*
 * ${winner}, found in ${k}, reads a list of the document. -1: ERR_SYNTAX where another member of it
 * is a bill too, also as JSON in a string: nobody would read it. Otherwise as above.
 */
int detect_layers_beside(struct detector *k, const struct candidate *winner, struct input *input,
    struct err *e);

#endif

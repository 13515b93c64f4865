/*
 * json_layers.h - JSON that lies in other JSON, as a source of its own.
 *
 *     {"result": {"code": 0, "data": {}}}       an answer in one more object,
 *     {"data": "{\"code\": 0, \"data\": {}}"}   in a string of one,
 *     [{"code": 0, "data": {}}, {"code": 0}]    several answers in a list
 *
 * Taking one layer off a text takes it off each of its documents: of a string what it says is left,
 * of a list its elements, of an object the values of its members that are objects, lists, or
 * strings of JSON. They become documents one behind the other, as record_json_read() takes them.
 */
#ifndef RECORD_JSON_LAYERS_H
#define RECORD_JSON_LAYERS_H

#include "base/err.h"
#include "base/sv.h"
#include "input/charset.h"
#include "input/source.h"

/* Most layers that are taken off. */
#define JSON_LAYERS_MAX 8

/* Longest key that is told from others, in bytes as it is written. */
#define JSON_LAYER_KEY_MAX 256

/* One layer; the first one is the outermost. */
struct json_layer {
    const struct sv *passed; /* keys of objects, as written, whose values are left out */
    size_t n;
};

/*
 * What is left of ${s}, whose charset ${found} tells, without its ${n} outermost ${layers} (1 to
 * JSON_LAYERS_MAX), in UTF-8, in constant memory. ${s} and the keys are borrowed and live longer.
 * Where ${is_part}, the text may end anywhere, and what is left does too. -1: ERR_SYNTAX where a
 * layer is no JSON or is cut off, ERR_IO, ERR_ENCODING, ERR_NOMEM.
 */
int json_layers_open(struct source **out, struct source *s, const struct charset_found *found,
    const struct json_layer *layers, size_t n, bool is_part, struct err *e);

#endif

/*
 * invoice_tools.h - programs that open what is too dangerous to open here: PDF and pictures.
 *
 * Each runs in a process of its own (base/child.h) on a copy of the file in a folder of its own,
 * within the limits of programs of the source. Where one took too long, no other is run on the same
 * file.
 */
#ifndef PARSERS_INVOICE_TOOLS_H
#define PARSERS_INVOICE_TOOLS_H

#include "base/buf.h"
#include "input/source.h"
#include "ledger/input.h"

/* Name of the copy in the folder. */
#define TOOLS_INPUT "input"

/* Largest file that is copied. */
#define TOOLS_INPUT_MAX ((uint64_t)64 << 20)

/* The package of the programs that read PDF. */
#define TOOLS_POPPLER "poppler-utils"

/* The code of the warning that a program is not installed; a run tells it once (import.c). */
#define TOOLS_MISSING "program-missing"

struct tools {
    struct buf folder;
    int hold; /* of the folder, against other runs; -1 for none */
    struct input *in; /* for warnings */
    const struct program_limits *limits;
    bool is_missing;  /* a program was not there */
    bool is_too_long; /* a program was stopped */
};

/*
 * Make the folder, with a copy of ${s}, and remove those of runs that were killed. -1: ERR_IO,
 * ERR_NOMEM, ERR_UNKNOWN where ${s} is too large. End in every case.
 */
int tools_begin(struct tools *t, struct source *s, struct input *in, struct err *e);

/* Remove the folder with all in it. */
void tools_end(struct tools *t);

/*
 * Run the program ${argv}[0], of the package ${package} ("poppler-utils"); what it prints goes to
 * the file ${output} of the folder. True where it ended with success; false without a try where one
 * was stopped before. Where it is not installed, a
 * warning of ${t}->in says which package to install.
 */
bool tools_run(struct tools *t, const char *package, const char *const *argv, const char *output);

/* Append the file ${name} of the folder to ${out}; nothing where it is not there. */
void tools_read(const struct tools *t, const char *name, struct buf *out);

/* As tools_run(), with what the program prints appended to ${out}. */
bool tools_capture(struct tools *t, const char *package, const char *const *argv,
    struct buf *out);

/* Open the file ${name} of the folder. -1: ERR_IO, ERR_NOMEM. */
int tools_open(const struct tools *t, const char *name, struct source **out, struct err *e);

/* Append the texts of the QR codes in the picture ${name} of the folder to ${out}, a line each. */
void tools_read_qr(struct tools *t, const char *name, struct buf *out);

#endif

/*
 * sniff.h - what kind of bytes a source holds, by the bytes alone.
 */
#ifndef INPUT_SNIFF_H
#define INPUT_SNIFF_H

#include "base/err.h"
#include "base/sv.h"

enum content {
    CONTENT_EMPTY,
    CONTENT_TEXT, /* lines of text: CSV and the like */
    CONTENT_JSON, /* begins with { or [ */
    CONTENT_HTML, /* a saved (login) page */
    CONTENT_XML,
    CONTENT_ZIP,  /* also XLSX, OFD */
    CONTENT_GZIP,
    CONTENT_ZSTD,
    CONTENT_XZ,
    CONTENT_BZIP2,
    CONTENT_TAR,
    CONTENT_7ZIP,
    CONTENT_RAR,     /* not read */
    CONTENT_PDF,
    CONTENT_OLE,     /* old Excel .xls */
    CONTENT_PARQUET,
    CONTENT_SQLITE,
    CONTENT_IMAGE,   /* PNG, JPEG, GIF, SVG is XML */
    CONTENT_BINARY,  /* none of these and no text */
};

/* Bytes of the beginning that sniff() wants to see. */
#define SNIFF_HEAD 4096

/* The content whose first bytes are ${head} (in any charset). Cannot fail. */
enum content sniff(struct sv head);

/* "zip archive", "saved web page", ...: for people, a key for lang_text(). */
const char *content_title(enum content c);

#endif

/*
 * fuzz.h - what every fuzz target defines.
 *
 * libFuzzer calls it with inputs of its own; replay.c with the files of tests/fuzz/corpus.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Feed ${size} bytes at ${data} to the code under test; abort on a broken property. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif

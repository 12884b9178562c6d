/**
 * How the shop takes memory; the image and the unit say the same. Node and glibc read it at their own
 * start alone. docs/decisions/0035-memory.md
 */
export const smallMemory = {
  /** Where new objects live first, in megabytes; the default of 32 is held twice. */
  options: ['--max-semi-space-size=8'],
  /** Few heaps of C, of which what is free at the end goes back at once, and large pieces lie beside them. */
  env: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
  },
}

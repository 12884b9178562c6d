/**
 * Memory settings of the shop's process, the same in the image and the systemd unit. Node and glibc read them
 * only at process start. docs/decisions/0022-limit-memory-with-child-processes-and-allocator-settings.md
 */
export const memorySettings = {
  /** Size of each of V8's two semi-spaces for young objects, in MB. The default is 32. */
  options: ['--max-semi-space-size=8'],
  /** Few malloc arenas, free memory returned early, and large allocations by mmap. */
  env: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
  },
}

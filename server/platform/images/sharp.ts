import sharp from 'sharp'

// The shop caches results itself, and converts one image at a time.
sharp.cache(false)
sharp.concurrency(1)

/** The image library. Only child processes use sharp, because it does not return all its memory to the system. */
export { sharp }

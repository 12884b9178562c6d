import sharp from 'sharp'

// The shop caches results itself, and converts one image at a time.
sharp.cache(false)
sharp.concurrency(1)

/** The image library, for child processes only, because sharp does not return all of its memory. */
export { sharp }

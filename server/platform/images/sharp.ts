import sharp from 'sharp'

// What it keeps would only be in the way: what is made is kept by us, and is made one at a time.
sharp.cache(false)
sharp.concurrency(1)

/** For programs of children alone: what it takes in memory outlives what it made. */
export { sharp }

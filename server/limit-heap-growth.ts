import { setFlagsFromString } from 'node:v8'

/**
 * Growth of the heap over its live objects at which V8 collects garbage. V8's own value is up to 300 % on a
 * large machine. This is not a memory limit. V8 reads it at each collection, so it applies at once.
 */
const MAX_GROWTH_PERCENT = 30

setFlagsFromString(`--heap-growing-percent=${MAX_GROWTH_PERCENT}`)

import { setFlagsFromString } from 'node:v8'

/** Growth of the heap above its live objects at which V8 collects garbage. V8's own value is up to 300 %. */
const MAX_GROWTH_PERCENT = 30

setFlagsFromString(`--heap-growing-percent=${MAX_GROWTH_PERCENT}`)

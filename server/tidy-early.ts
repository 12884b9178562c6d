import { setFlagsFromString } from 'node:v8'

/**
 * By how many percent the heap may grow over what lives in it before V8 collects its garbage; by itself it lets
 * it grow fourfold on a large machine. No limit: what is needed is had. Each garbage collection reads it.
 */
const GROWING_PERCENT = 30

setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`)

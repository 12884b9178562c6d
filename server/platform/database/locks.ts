/**
 * The shop's advisory locks, which all of its processes share: each has a number of its own. The lock of who
 * migrates had another in the first version, which waits for it within a statement: indexes that are made
 * beside the shop wait for that.
 */
export const MIGRATION_LOCK = 7_301_995
export const LEAD_LOCK = 7_301_996
export const IMPORT_LOCK = 7_301_997

/** Keys of the shop's advisory locks. */
export const MIGRATION_LOCK = 7_301_995
export const LEADER_LOCK = 7_301_996
export const IMPORT_LOCK = 7_301_997

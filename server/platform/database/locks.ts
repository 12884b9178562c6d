/**
 * Keys of the shop's advisory locks. The first version used another key for migrations, and waited for it
 * within a statement. Concurrent index builds would wait for such a statement.
 */
export const MIGRATION_LOCK = 7_301_995
export const LEADER_LOCK = 7_301_996
export const IMPORT_LOCK = 7_301_997

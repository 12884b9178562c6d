import type { Account } from './account.ts'
import type { Programs } from './programs.ts'

/** The data folder, the account that the server runs as, and its programs. */
export type PostgresInstance = { cluster: string; account: Account | undefined; programs: Programs }

import type { Account } from './account.ts'
import type { Programs } from './programs.ts'

/** The folder of the data, who the server runs as, and the programs it runs. */
export type Place = { cluster: string; account: Account | undefined; programs: Programs }

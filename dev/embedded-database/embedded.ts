import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { allowTraversal, chooseAccount, createPrivateFolder, unavailableError } from './account.ts'
import { ensureDataDirectory, readPassword } from './data-directory.ts'
import {
  acceptsConnections,
  buildDatabaseUrl,
  createEndpoint,
  ensureDatabase,
  findPostmaster,
  isAlive,
  type Postmaster,
  readPidFile,
  removeEndpoint,
  waitUntilReady,
} from './endpoint.ts'
import { launchServer, stopServer } from './launch.ts'
import { findPrograms, type PostgresInstance } from './programs.ts'

const CHECK_INTERVAL_MS = 500
const MAX_RESTART_DELAY_MS = 30_000

/**
 * Starts the embedded PostgreSQL on `dataDir`/postgres, or adopts the server that a killed process left
 * running there. Restarts the server if it dies. Throws a ConfigError if PostgreSQL cannot run. Only one
 * process at a time may use a `dataDir`.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings,
}: {
  dataDir: string
  log: (line: string) => void
  /** PostgreSQL settings that replace those of the shop. */
  settings?: Record<string, string>
}): Promise<{ databaseUrl: string; stop(): Promise<void> }> {
  createPrivateFolder(dataDir)
  const pgdata = await findDataDirectory(dataDir)
  const account = await chooseAccount(pgdata)
  await allowTraversal(account, dataDir)
  const programs = await findPrograms(account)
  const instance: PostgresInstance = { pgdata, account, programs, ...(settings && { settings }) }
  const { password, isNew } = await ensureDataDirectory(instance, log)

  let server = isNew ? undefined : await adoptServer(pgdata, password)
  if (server) log('Using the PostgreSQL server that is already running')
  else server = await launchNewServer(instance)
  const { endpoint } = server
  await ensureDatabase(endpoint, password)

  const endSupervision = superviseServer(server.pid, () => launchServer(instance, endpoint), log)
  const stop = async () => {
    await stopServer(instance, await endSupervision())
    await removeEndpoint(endpoint)
  }
  let stopped: Promise<void> | undefined
  return {
    databaseUrl: buildDatabaseUrl(endpoint, password),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Returns the URL of the server that runs on `dataDir`/postgres, or undefined if none runs. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  try {
    const pgdata = await findDataDirectory(dataDir)
    const password = await readPassword(pgdata)
    const server = await findPostmaster(pgdata)
    if (!server || !(await acceptsConnections(server.endpoint, password))) return undefined
    return buildDatabaseUrl(server.endpoint, password)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function findDataDirectory(dataDir: string): Promise<string> {
  return path.join(await realpath(dataDir), 'postgres')
}

/** Returns the server that already runs on the data directory, if there is one. Throws if it refuses connections. */
async function adoptServer(pgdata: string, password: string): Promise<Postmaster | undefined> {
  const running = await waitUntilReady(pgdata)
  if (!running || (await acceptsConnections(running.endpoint, password))) return running
  throw unavailableError(
    `The PostgreSQL server on ${pgdata} (pid ${running.pid}) refuses connections`,
  )
}

/** Starts a server with a new endpoint. Removes the endpoint of a server that was killed. */
async function launchNewServer(instance: PostgresInstance): Promise<Postmaster> {
  const stale = await readPidFile(instance.pgdata)
  if (stale) await removeEndpoint(stale.endpoint)
  const endpoint = await createEndpoint(instance.account)
  try {
    return await launchServer(instance, endpoint)
  } catch (error) {
    await removeEndpoint(endpoint)
    throw error
  }
}

/**
 * Restarts the server each time it dies. If it cannot start, for example on a full disk, the delay between
 * attempts grows. Returns a function that ends the supervision and resolves to the current pid.
 */
function superviseServer(
  firstPid: number,
  launch: () => Promise<Postmaster>,
  log: (line: string) => void,
): () => Promise<number> {
  let pid = firstPid
  let launching: Promise<void> | undefined
  let failures = 0
  let nextAttemptAt = 0
  const timer = setInterval(() => {
    if (launching || isAlive(pid) || Date.now() < nextAttemptAt) return
    log('PostgreSQL has died. Restarting it')
    launching = launch()
      .then((server) => {
        pid = server.pid
        failures = 0
      })
      .catch((error: Error) => {
        log(error.message)
        nextAttemptAt =
          Date.now() + Math.min(CHECK_INTERVAL_MS * 2 ** failures, MAX_RESTART_DELAY_MS)
        failures += 1
      })
      .finally(() => {
        launching = undefined
      })
  }, CHECK_INTERVAL_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await launching
    return pid
  }
}

import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { accountFor } from './account.ts'
import { ensureCluster, readPassword } from './cluster.ts'
import { chooseEndpoint, databaseUrlAt, removeEndpoint } from './endpoint.ts'
import { launchServer, stopServer } from './launch.ts'
import type { Place } from './place.ts'
import { findPostmaster, isAlive, type Postmaster, readPidFile, untilReady } from './postmaster.ts'
import { letPass, makePrivateFolder } from './private-folder.ts'
import { programsFor } from './programs.ts'
import { acceptsConnections, ensureDatabase } from './shop-database.ts'
import { unavailable } from './unavailable.ts'

const LOOK_EVERY_MS = 500
const PAUSE_AT_MOST_MS = 30_000

/**
 * Starts the embedded PostgreSQL on `dataDir`/postgres, or goes on with the one that a killed
 * process left running there. It is relaunched if it dies. Throws a ConfigError in one sentence
 * where PostgreSQL cannot be had. Only one caller at a time may use a `dataDir`.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
}: {
  dataDir: string
  log: (line: string) => void
}): Promise<{ databaseUrl: string; stop(): Promise<void> }> {
  makePrivateFolder(dataDir)
  const cluster = await clusterIn(dataDir)
  const account = await accountFor(cluster)
  await letPass(account, dataDir)
  const programs = await programsFor(account)
  const place: Place = { cluster, account, programs }
  const { password, made } = await ensureCluster(place, log)

  let server = made ? undefined : await adopt(cluster, password)
  if (server) log('Going on with the PostgreSQL that is still running')
  else server = await launchAfresh(place)
  const { endpoint } = server
  await ensureDatabase(endpoint, password)

  const endWatch = relaunchWhenDead(server.pid, () => launchServer(place, endpoint), log)
  const stop = async () => {
    await stopServer(place, await endWatch())
    await removeEndpoint(endpoint)
  }
  let stopped: Promise<void> | undefined
  return {
    databaseUrl: databaseUrlAt(endpoint, password),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** The URL of the PostgreSQL that runs on `dataDir`/postgres now, or undefined. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  try {
    const cluster = await clusterIn(dataDir)
    const password = await readPassword(cluster)
    const server = await findPostmaster(cluster)
    if (!server || !(await acceptsConnections(server.endpoint, password))) return undefined
    return databaseUrlAt(server.endpoint, password)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function clusterIn(dataDir: string): Promise<string> {
  return path.join(await realpath(dataDir), 'postgres')
}

async function adopt(cluster: string, password: string): Promise<Postmaster | undefined> {
  const left = await untilReady(cluster)
  if (!left || (await acceptsConnections(left.endpoint, password))) return left
  throw unavailable(`The PostgreSQL that runs on ${cluster} (pid ${left.pid}) lets nobody in`)
}

async function launchAfresh(place: Place): Promise<Postmaster> {
  const killed = await readPidFile(place.cluster)
  if (killed) await removeEndpoint(killed.endpoint)
  const endpoint = await chooseEndpoint(place.account)
  try {
    return await launchServer(place, endpoint)
  } catch (error) {
    await removeEndpoint(endpoint)
    throw error
  }
}

/**
 * Starts it again as often as it dies. Where it cannot start, as on a disk that is full, it is tried
 * after growing pauses. Answers what ends the watch and says the pid that the server has by then.
 */
function relaunchWhenDead(
  firstPid: number,
  launch: () => Promise<Postmaster>,
  log: (line: string) => void,
): () => Promise<number> {
  let pid = firstPid
  let launching: Promise<void> | undefined
  let failures = 0
  let notBefore = 0
  const timer = setInterval(() => {
    if (launching || isAlive(pid) || Date.now() < notBefore) return
    log('PostgreSQL has died and is started again')
    launching = launch()
      .then((server) => {
        pid = server.pid
        failures = 0
      })
      .catch((error: Error) => {
        log(error.message)
        notBefore = Date.now() + Math.min(LOOK_EVERY_MS * 2 ** failures, PAUSE_AT_MOST_MS)
        failures += 1
      })
      .finally(() => {
        launching = undefined
      })
  }, LOOK_EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await launching
    return pid
  }
}

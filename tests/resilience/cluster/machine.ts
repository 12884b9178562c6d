import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { plugIn, setCable } from './network.ts'

/** The folders that are each machine's own, in the place of this computer's. */
const BOOT = `
set -e
for folder in lib/postgresql lib/etcd run/postgresql; do
  mount --bind "$1/$folder" "/var/$folder"
done
if [ -e /dev/watchdog ]; then mount --bind /dev/null /dev/watchdog; fi
ip link set lo up
echo up
sleep infinity & wait`

export interface Machine {
  name: string
  address: string
  /** Boots it, with the disk that it had. */
  boot(): Promise<void>
  /** Runs a program on it, until it ends or is stopped. */
  start(user: string, program: string[], env: Record<string, string>): Service
  /** Runs a program on it to its end. Answers what it has said, and throws where it fails. */
  run(user: string, program: string[]): Promise<string>
  cutOff(): Promise<void>
  plugIn(): Promise<void>
  /** Takes the power away: SIGKILL to everything on it, and nobody is left to say so. */
  kill(): Promise<void>
}

export interface Service {
  /** SIGTERM, and waits until it has ended. */
  stop(): Promise<void>
}

/**
 * A machine: namespaces of its own for network, processes and mounts. When the one process ends that
 * holds them, by whatever hand, the kernel ends all others and takes the network down.
 */
export function makeMachine(place: {
  name: string
  address: string
  disk: string
  logs: string
}): Machine {
  const { name, address } = place
  const log = createWriteStream(path.join(place.logs, `${name}.log`))
  let holder: ChildProcess | undefined

  function inside(user: string, program: string[]): string[] {
    const pid = holder?.pid
    const namespaces = ['--net', '--mount', `--pid=/proc/${pid}/ns/pid_for_children`]
    const account = [`--reuid=${user}`, `--regid=${user}`, '--init-groups']
    return ['--target', String(pid), ...namespaces, 'setpriv', ...account, ...program]
  }

  return {
    name,
    address,
    async boot() {
      const own = ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child']
      holder = spawn('unshare', [...own, 'bash', '-c', BOOT, 'boot', place.disk], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      noteDown(holder, log)
      await Promise.race([once(holder.stdout as NodeJS.ReadableStream, 'data'), failed(holder)])
      await plugIn(name, address, holder.pid as number)
    },
    start(user, program, env) {
      const child = spawn('nsenter', inside(user, program), {
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      noteDown(child, log)
      return {
        async stop() {
          const ended = once(child, 'exit')
          process.kill(await onlyChildOf(child), 'SIGTERM')
          await ended
        },
      }
    },
    async run(user, program) {
      const child = spawn('nsenter', inside(user, program), { stdio: ['ignore', 'pipe', 'pipe'] })
      const [said, complained, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ])
      if (code !== 0) throw new Error(complained || `${program[0]} ended with ${code}`)
      return said.trim()
    },
    cutOff: () => setCable(name, 'down'),
    plugIn: () => setCable(name, 'up'),
    async kill() {
      if (!holder) return
      const ended = once(holder, 'exit')
      holder.kill('SIGKILL')
      await ended
    },
  }
}

function noteDown(child: ChildProcess, log: WriteStream) {
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
}

async function failed(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`A machine does not boot (${code}): see its log.`)
}

/** The program itself: nsenter only waits for it, and passes no signals on. */
async function onlyChildOf({ pid }: ChildProcess): Promise<number> {
  return Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
}

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

/** Mounts the machine's own folders over the host's. */
const BOOT = `
set -e
for folder in lib/postgresql lib/etcd run/postgresql; do
  mount --bind "$1/$folder" "/var/$folder"
done
if [ -e /dev/watchdog ]; then mount --bind /dev/null /dev/watchdog; fi
ip link set lo up
echo up
sleep infinity & wait`

/**
 * Creates a machine: namespaces for network, processes and mounts. When the process that holds the namespaces
 * ends, the kernel kills their other processes and removes the network.
 */
export function createMachine(options: {
  name: string
  address: string
  disk: string
  logs: string
}) {
  const { name, address } = options
  const log = createWriteStream(path.join(options.logs, `${name}.log`))
  let holder: ChildProcess | undefined

  function nsenterArguments(user: string, program: string[]): string[] {
    const pid = holder?.pid
    const namespaces = ['--net', '--mount', `--pid=/proc/${pid}/ns/pid_for_children`]
    const account = [`--reuid=${user}`, `--regid=${user}`, '--init-groups']
    return ['--target', String(pid), ...namespaces, 'setpriv', ...account, ...program]
  }

  return {
    name,
    address,
    /** Boots the machine with its disk. */
    async boot() {
      const namespaces = ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child']
      holder = spawn('unshare', [...namespaces, 'bash', '-c', BOOT, 'boot', options.disk], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      logOutput(holder, log)
      await Promise.race([
        once(holder.stdout as NodeJS.ReadableStream, 'data'),
        rejectOnExit(holder),
      ])
      await connectNamespace(name, address, holder.pid as number)
    },
    /** Starts a program on the machine. */
    start(user: string, program: string[], env: Record<string, string>) {
      const child = spawn('nsenter', nsenterArguments(user, program), {
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      logOutput(child, log)
      return {
        /** Sends SIGTERM and waits until the program has ended. */
        async stop() {
          const ended = once(child, 'exit')
          process.kill(await readChildPid(child), 'SIGTERM')
          await ended
        },
      }
    },
    /** Runs a program on the machine and returns its output. Throws if it fails. */
    async run(user: string, program: string[]) {
      const child = spawn('nsenter', nsenterArguments(user, program), {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ])
      if (code !== 0) throw new Error(stderr || `${program[0]} exited with ${code}`)
      return stdout.trim()
    },
    disconnect: () => setLink(name, 'down'),
    reconnect: () => setLink(name, 'up'),
    /** Cuts the power: SIGKILL to all processes, without closing connections. */
    async kill() {
      if (!holder) return
      const ended = once(holder, 'exit')
      holder.kill('SIGKILL')
      await ended
    },
  }
}

function logOutput(child: ChildProcess, log: WriteStream) {
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
}

async function rejectOnExit(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`A machine did not boot (exit code ${code}). See its log.`)
}

/** Returns the process id of the program, which is nsenter's only child. nsenter does not forward signals to it. */
async function readChildPid({ pid }: ChildProcess): Promise<number> {
  return Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
}

const BRIDGE = 'freehub'
/** Address of the shops and HAProxy in the network of deploy/cluster/. */
const BRIDGE_ADDRESS = '10.77.0.1/24'

const runIp = (command: string) => promisify(execFile)('ip', command.split(' '))

/** Creates the network between the machines. Throws if this process shares the host's network. */
export async function openNetwork(): Promise<void> {
  if (Object.keys(networkInterfaces()).some((name) => name !== 'lo')) {
    throw new Error('This test needs its own network namespace: run npm run test:cluster.')
  }
  await runIp(`link add ${BRIDGE} type bridge`)
  await runIp(`address add ${BRIDGE_ADDRESS} dev ${BRIDGE}`)
  await runIp(`link set ${BRIDGE} up`)
}

/** Connects the network namespace of a process to the bridge by a link with this name. */
async function connectNamespace(name: string, address: string, pid: number): Promise<void> {
  await runIp(`link add ${name} type veth peer name eth0 netns ${pid}`)
  await runIp(`link set ${name} master ${BRIDGE} up`)
  const namespace = ['--target', String(pid), '--net', 'ip']
  for (const command of [`address add ${address}/24 dev eth0`, 'link set eth0 up']) {
    await promisify(execFile)('nsenter', [...namespace, ...command.split(' ')])
  }
}

/** Sets the link of a machine up or down. */
async function setLink(name: string, state: 'up' | 'down'): Promise<void> {
  await runIp(`link set ${name} ${state}`)
}

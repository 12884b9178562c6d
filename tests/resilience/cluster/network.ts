import { execFile } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'

const BRIDGE = 'freehub'
/** Where the shops and their HAProxy are, of the network that deploy/cluster/ names. */
const OWN_ADDRESS = '10.77.0.1/24'

const ip = (line: string) => promisify(execFile)('ip', line.split(' '))

/** Makes the network between the machines. Throws where it would be this computer's own. */
export async function openNetwork(): Promise<void> {
  if (Object.keys(networkInterfaces()).some((name) => name !== 'lo')) {
    throw new Error('This needs a network of its own: run npm run test:cluster.')
  }
  await ip(`link add ${BRIDGE} type bridge`)
  await ip(`address add ${OWN_ADDRESS} dev ${BRIDGE}`)
  await ip(`link set ${BRIDGE} up`)
}

/** Plugs the network namespace of a process in, under a name by which the cable can be drawn. */
export async function plugIn(name: string, address: string, pid: number): Promise<void> {
  await ip(`link add ${name} type veth peer name eth0 netns ${pid}`)
  await ip(`link set ${name} master ${BRIDGE} up`)
  const there = ['--target', String(pid), '--net', 'ip']
  for (const line of [`address add ${address}/24 dev eth0`, 'link set eth0 up']) {
    await promisify(execFile)('nsenter', [...there, ...line.split(' ')])
  }
}

/** Draws the cable, or puts it back. */
export async function setCable(name: string, state: 'up' | 'down'): Promise<void> {
  await ip(`link set ${name} ${state}`)
}

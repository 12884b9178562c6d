import { execFile } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'

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
export async function connectNamespace(name: string, address: string, pid: number): Promise<void> {
  await runIp(`link add ${name} type veth peer name eth0 netns ${pid}`)
  await runIp(`link set ${name} master ${BRIDGE} up`)
  const namespace = ['--target', String(pid), '--net', 'ip']
  for (const command of [`address add ${address}/24 dev eth0`, 'link set eth0 up']) {
    await promisify(execFile)('nsenter', [...namespace, ...command.split(' ')])
  }
}

/** Sets the link of a machine up or down. */
export async function setLink(name: string, state: 'up' | 'down'): Promise<void> {
  await runIp(`link set ${name} ${state}`)
}

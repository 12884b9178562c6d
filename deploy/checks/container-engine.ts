import path from 'node:path'
import { findProgram, root, runProgram } from './run-program.ts'

const BUILD_TIMEOUT_MS = 20 * 60_000
export const IMAGE = 'localhost/freehub-check'

export interface Engine {
  /** Runs a command of the engine and returns its output. */
  run(args: string[]): Promise<string>
  build(): Promise<void>
  isHealthy(name: string): Promise<boolean>
}

/** Finds Docker if it runs, else podman (as root, with debootstrap to build substitutes for the base images). */
export async function findEngine(): Promise<Engine | undefined> {
  const works = (program: string) => runProgram(program, ['info']).then(Boolean, () => false)
  if (findProgram('docker') && (await works('docker'))) return docker
  const isRoot = process.getuid?.() === 0
  return isRoot && findProgram('podman') && findProgram('debootstrap') ? podman : undefined
}

const docker: Engine = {
  run: (args) => runProgram('docker', args),
  async build() {
    const args = ['build', '--file=deploy/Dockerfile', `--tag=${IMAGE}`, '.']
    await runProgram('docker', args, { timeoutMs: BUILD_TIMEOUT_MS })
  },
  async isHealthy(name) {
    const status = await runProgram('docker', [
      'inspect',
      '--format={{.State.Health.Status}}',
      name,
    ])
    return status.trim() !== 'unhealthy'
  },
}

/** Limits that podman may also set when it runs inside a container itself. */
const LIMITS = ['--ulimit=nofile=16384:16384', '--ulimit=nproc=1024:1024']

const podman: Engine = {
  run([command = '', ...args]) {
    const limits = command === 'run' ? LIMITS : []
    const global = ['--runtime=runc', '--cgroup-manager=cgroupfs']
    return runProgram('podman', [...global, command, ...limits, ...args])
  },
  async build() {
    const work = path.join(root, '.cache/images')
    const standIns = path.join(root, 'scripts/check/deploy/stand-in-images.sh')
    await runProgram(standIns, [work], { timeoutMs: BUILD_TIMEOUT_MS })
    await runProgram(
      'buildah',
      [
        'bud',
        '--layers',
        '--isolation=chroot',
        '--network=host',
        '--format=docker',
        '--ulimit=nofile=16384:16384',
        '--build-arg=BUILD_IMAGE=localhost/freehub-build',
        '--build-arg=BASE_IMAGE=localhost/freehub-base',
        '--file=deploy/Dockerfile',
        `--tag=${IMAGE}`,
        '.',
      ],
      { timeoutMs: BUILD_TIMEOUT_MS },
    )
  },
  async isHealthy(name) {
    return this.run(['healthcheck', 'run', name]).then(
      () => true,
      () => false,
    )
  },
}

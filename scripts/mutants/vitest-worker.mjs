import { Session } from 'node:inspector/promises'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

const exit = process.exit.bind(process)
let nextRun

process.on('message', (message) => {
  nextRun = message.nextRun ?? nextRun
})
// The process that started this worker has ended.
process.on('disconnect', () => exit(1))

init({
  post: process.send.bind(process),
  on: (receive) => process.on('message', receive),
  off: (receive) => process.off('message', receive),
  setup: setupEnvironment,
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  runTests: (state, traces) => {
    const run = () => runBaseTests('run', state, traces)
    return nextRun.isMeasured ? measure(run) : run()
  },
  onModuleRunner: ({ evaluatedModules }) => discard(evaluatedModules, nextRun.discarded),
})

/** Runs tests, and sends the names of the executed functions by file. */
async function measure(run) {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true })
    await run()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const ofProject = result.filter(({ url }) => !/^node:|node_modules/.test(url))
    const listNames = ({ functions }) =>
      functions.filter(({ ranges }) => ranges[0].count > 0).map((called) => called.functionName)
    process.send({
      executed: Object.fromEntries(
        ofProject.map((script) => [script.url.replace('file://', ''), listNames(script)]),
      ),
    })
  } finally {
    session.disconnect()
  }
}

/**
 * Discards the files and the modules that import them, directly or through others. All other
 * modules stay loaded from one run to the next.
 */
function discard(modules, files) {
  const discarded = new Set(files.flatMap((file) => [...(modules.getModulesByFile(file) ?? [])]))
  for (const { importers } of discarded) {
    for (const id of importers) discarded.add(modules.getModuleById(id))
  }
  for (const module of discarded) modules.invalidateModule(module)
}

import { findPortProblem } from './loopback.ts'
import { readSettings } from './settings.ts'
import { type Sandbox, startSandbox } from './start-sandbox.ts'

const settings = readSettings(process.env)
if ('errors' in settings) exitWithErrors(settings.errors)

const { host, port, smtpPort } = settings
const portProblem =
  (await findPortProblem(host, port, 'SANDBOX_PORT')) ??
  (await findPortProblem(host, smtpPort, 'SANDBOX_SMTP_PORT'))
if (portProblem) exitWithErrors([portProblem])

let sandbox: Sandbox | undefined
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// The IPC channel closes when the parent exits for any reason, even a crash.
process.once('disconnect', stop)

sandbox = await startSandbox(settings).catch((error: Error) => exitWithErrors([error.message]))
process.send?.({ ready: true })
console.log(`Sandbox: ${sandbox.url} (cards, mail, SMS, Google, GitHub) and ${sandbox.smtpUrl}`)

async function stop() {
  setTimeout(() => process.exit(0), 1000).unref()
  await sandbox?.close()
  process.exit(0)
}

function exitWithErrors(errors: string[]): never {
  for (const error of errors) console.error(error)
  process.exit(1)
}

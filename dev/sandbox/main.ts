import { portRefusal } from './ports.ts'
import { readSettings } from './settings.ts'
import { type Sandbox, startSandbox } from './start-sandbox.ts'

const settings = readSettings(process.env)
if ('mistakes' in settings) end(settings.mistakes)

const { host, port, smtpPort } = settings
const refusal =
  (await portRefusal(host, port, 'SANDBOX_PORT')) ??
  (await portRefusal(host, smtpPort, 'SANDBOX_SMTP_PORT'))
if (refusal) end([refusal])

let sandbox: Sandbox | undefined
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// The channel breaks when the parent ends, however it ends: nothing is left behind.
process.once('disconnect', stop)

sandbox = await startSandbox(settings).catch((error: Error) => end([error.message]))
process.send?.({ ready: true })
console.log(`Sandbox: ${sandbox.url} (cards, mail, texts, Google, GitHub) and ${sandbox.smtpUrl}`)

async function stop() {
  setTimeout(() => process.exit(0), 1000).unref()
  await sandbox?.close()
  process.exit(0)
}

function end(sentences: string[]): never {
  for (const sentence of sentences) console.error(sentence)
  process.exit(1)
}

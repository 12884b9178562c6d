import { createServer } from 'node:http'

/**
 * The bare server: a plain `node:http` server that sends the same bytes and headers as the shop. Reads the shop's
 * responses once, with the variable AUTHORIZATION as header. Then sends its port to the parent process.
 * `node bench/bare-server.ts <shop's URL> <path> [path …]`
 */
const [shopUrl, ...paths] = process.argv.slice(2)

const { AUTHORIZATION: authorization } = process.env

const responses = new Map<string, { headers: [string, string][]; body: Buffer }>()
for (const path of paths) {
  const response = await fetch(`${shopUrl}${path}`, {
    headers: { 'accept-encoding': 'identity', ...(authorization && { authorization }) },
  })
  const skipped = ['date', 'connection', 'keep-alive', 'transfer-encoding']
  responses.set(path, {
    headers: [...response.headers].filter(([name]) => !skipped.includes(name)),
    body: Buffer.from(await response.arrayBuffer()),
  })
}

const server = createServer((request, response) => {
  const stored = responses.get(request.url ?? '')
  if (!stored) {
    response.writeHead(404).end()
    return
  }
  for (const [name, value] of stored.headers) response.setHeader(name, value)
  response.end(stored.body)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as { port: number }).port })
})
process.on('disconnect', () => process.exit(0))

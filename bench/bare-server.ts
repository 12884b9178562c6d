import { createServer } from 'node:http'

/**
 * The bare server: a plain `node:http` server that sends the same bytes and headers as the shop. Reads the shop's
 * response once, with the variable AUTHORIZATION as header. Then sends its port to the parent process.
 * `node bench/bare-server.ts <shop's URL> <path>`
 */
const [shopUrl, path] = process.argv.slice(2)
const { AUTHORIZATION: authorization } = process.env
const response = await fetch(`${shopUrl}${path}`, {
  headers: { 'accept-encoding': 'identity', ...(authorization && { authorization }) },
})
if (!response.ok) throw new Error(`${shopUrl}${path} responded with ${response.status}.`)
const skipped = ['date', 'connection', 'keep-alive', 'transfer-encoding']
const headers = [...response.headers].filter(([name]) => !skipped.includes(name))
const body = Buffer.from(await response.arrayBuffer())

const server = createServer((_request, reply) => {
  for (const [name, value] of headers) reply.setHeader(name, value)
  reply.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as { port: number }).port })
})
process.on('disconnect', () => process.exit(0))

import { createServer } from 'node:http'

/**
 * The bare counterpart: `node:http` and nothing else, sending the very bytes and headers that the
 * shop sends. Reads the shop's answers once, as whoever AUTHORIZATION says, then tells its own port.
 * `node bench/bare-server.ts <shop's url> <path> [path …]`
 */
const [shopUrl, ...paths] = process.argv.slice(2)

const { AUTHORIZATION: authorization } = process.env

const answers = new Map<string, { headers: [string, string][]; body: Buffer }>()
for (const path of paths) {
  const answer = await fetch(`${shopUrl}${path}`, {
    headers: { 'accept-encoding': 'identity', ...(authorization && { authorization }) },
  })
  const skipped = ['date', 'connection', 'keep-alive', 'transfer-encoding']
  answers.set(path, {
    headers: [...answer.headers].filter(([name]) => !skipped.includes(name)),
    body: Buffer.from(await answer.arrayBuffer()),
  })
}

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (!answer) {
    response.writeHead(404).end()
    return
  }
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  response.end(answer.body)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as { port: number }).port })
})
process.on('disconnect', () => process.exit(0))

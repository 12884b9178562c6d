import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** White text has a contrast of at least 5 on each colour. */
const colours = ['#0b57a4', '#1f6b3a', '#8a3d00', '#7a2a6b', '#4a4fb0', '#0d6a70']

/** Serves profile pictures: a disc with the initials of the name in the path. */
export async function registerPictures(app: FastifyInstance) {
  app.get<{ Params: { name: string } }>('/:name.svg', (request, reply) =>
    reply
      .type('image/svg+xml')
      .header('content-security-policy', "default-src 'none'")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'public, max-age=3600')
      .send(renderPicture(request.params.name)),
  )
}

function renderPicture(name: string) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<circle cx="48" cy="48" r="48" fill="${colourOf(name)}"/>
<text x="48" y="62" text-anchor="middle" font-family="system-ui, sans-serif" font-size="38" font-weight="600" fill="#ffffff">${initials(name)}</text>
</svg>
`
}

function colourOf(name: string) {
  return colours[(createHash('sha256').update(name).digest()[0] ?? 0) % colours.length]
}

/** `grace-porter`, `Grace Porter` → `GP`. Uses only the letters A to Z. */
export function initials(name: string): string {
  const words = name.split(/[^a-zA-Z]+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('')
}

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { smallMemory } from './small-memory.mjs'

test.each(['deploy/Dockerfile', 'deploy/systemd/freehub.service'])(
  'the shop takes memory by %s as it does by npm start',
  async (file) => {
    const text = await readFile(file, 'utf8')
    for (const option of smallMemory.options) expect(text).toContain(option)
    for (const setting of Object.entries(smallMemory.env)) expect(text).toContain(setting.join('='))
  },
)

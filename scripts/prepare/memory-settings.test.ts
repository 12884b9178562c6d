import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { memorySettings } from './memory-settings.mjs'

test.each(['deploy/Dockerfile', 'deploy/systemd/freehub.service'])(
  '%s uses the same memory settings as npm start',
  async (file) => {
    const text = await readFile(file, 'utf8')
    for (const option of memorySettings.options) expect(text).toContain(option)
    for (const setting of Object.entries(memorySettings.env))
      expect(text).toContain(setting.join('='))
  },
)

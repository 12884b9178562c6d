import { tellFatal } from '../logging/tell-fatal.ts'
import type { Answer } from './open-child.ts'

/** Makes for the process that has forked this one what it asks for, one at a time, until it is gone. */
export function answerParent<Given, Made>(make: (given: Given) => Promise<Made>): void {
  const answer = (said: Answer<Made>) => process.send?.(said)
  tellFatal()
  process.on('message', async (given: Given) => {
    try {
      answer({ made: await make(given) })
    } catch (error) {
      answer({ error })
    }
  })
  process.once('disconnect', () => process.exit())
  // Ctrl-C reaches all at once; the parent still lets what is under way end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}

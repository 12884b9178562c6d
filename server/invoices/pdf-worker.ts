import { parentPort } from 'node:worker_threads'
import { drawPaper } from './draw-paper.ts'
import type { Paper } from './paper.ts'

/** Draws papers beside the shop's own thread: opening fonts takes longer than a request may wait for another. */
parentPort?.on('message', async (paper: Paper) => {
  try {
    parentPort?.postMessage({ pdf: await drawPaper(paper) })
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})

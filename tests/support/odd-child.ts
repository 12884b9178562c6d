import { answerParent } from '../../server/platform/processes/answer-parent.ts'

/** What a child may be told to do, and what can go wrong with it. */
export type Wish = 'answer' | 'throw' | 'hang' | 'die'

answerParent(async (wish: Wish): Promise<{ pid: number; secrets: string[] }> => {
  if (wish === 'throw') throw new TypeError('not that')
  if (wish === 'hang') while (true);
  if (wish === 'die') process.kill(process.pid, 'SIGSEGV')
  const secrets = Object.keys(process.env).filter((name) => /SECRET|DATABASE/.test(name))
  return { pid: process.pid, secrets }
})

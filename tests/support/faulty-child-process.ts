import { serveParent } from '../../server/platform/processes/child-process.ts'

/** How the child process responds to a request. */
export type ChildBehavior = 'answer' | 'throw' | 'hang' | 'die'

serveParent(async (behavior: ChildBehavior): Promise<{ pid: number; secrets: string[] }> => {
  if (behavior === 'throw') throw new TypeError('not that')
  if (behavior === 'hang') while (true);
  if (behavior === 'die') process.kill(process.pid, 'SIGSEGV')
  const secrets = Object.keys(process.env).filter((name) => /SECRET|DATABASE/.test(name))
  return { pid: process.pid, secrets }
})

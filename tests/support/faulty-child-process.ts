import { serveParent } from '../../server/platform/processes/child-process.ts'

/** Behaviour of the child process for one request. */
export type ChildBehavior = 'answer' | 'throw' | 'hang' | 'crash'

serveParent(async (behavior: ChildBehavior): Promise<{ pid: number; secrets: string[] }> => {
  if (behavior === 'throw') throw new TypeError('expected test error')
  if (behavior === 'hang') while (true);
  if (behavior === 'crash') process.kill(process.pid, 'SIGSEGV')
  const secrets = Object.keys(process.env).filter((name) => /SECRET|DATABASE/.test(name))
  return { pid: process.pid, secrets }
})

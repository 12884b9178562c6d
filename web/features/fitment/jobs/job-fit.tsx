import '../../../style/fitment/fit.css'
import type { BuildJob, NewBuildJob } from '@freehub/contract/fitment/fitment'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../ui/query-state.tsx'
import { FitVerdict, MissingParts, Notes } from '../cart-fit.tsx'
import { jobCheckQuery } from '../fitment-queries.ts'
import { Conflict } from '../line-fit.tsx'

export type BuildJobLines = NewBuildJob['lines']

/** The number of conflicts and of missing parts in a job. */
export function JobVerdict({ job }: { job: BuildJob }) {
  const { data: check } = useQuery(jobCheckQuery(job._id, job.version))
  return (
    <div className="job-verdict" aria-live="polite">
      {check && <FitVerdict check={check} />}
    </div>
  )
}

/** The conflicts of a job, the parts that solve each conflict, and the parts that complete the job. */
export function JobFit({
  job,
  onChange,
}: {
  job: BuildJob
  /** Receives a function that changes the current lines. */
  onChange: (edit: (lines: BuildJobLines) => BuildJobLines) => Promise<unknown>
}) {
  const query = useQuery(jobCheckQuery(job._id, job.version))
  if (query.error) return <QueryError query={query} />
  const { data: check } = query
  if (!check) return null
  const { conflicts, missing, outside, notes } = check
  const unknown = check.unknown.flatMap((id) => {
    const name = job.lines.find(({ productId }) => productId === id)?.name
    return name ? { productId: id, why: name } : []
  })

  function replace(replaced: string, productId: string) {
    return onChange((lines) => {
      const isListed = lines.some((line) => line.productId === productId)
      const remaining = isListed ? lines.filter((line) => line.productId !== replaced) : lines
      return remaining.map((line) => (line.productId === replaced ? { ...line, productId } : line))
    })
  }

  return (
    <section className="grid grid-cols-1 content-start gap-5.5" aria-label="Fit">
      {conflicts.map(({ a, b, interface: interfaceId, why, instead }) => (
        <Conflict
          key={`${a} ${b} ${interfaceId} ${why}`}
          why={why}
          name={job.lines.find(({ productId }) => productId === (a ?? b))?.name}
          instead={instead}
          quantityOf={({ replaces }) =>
            job.lines.find(({ productId }) => productId === replaces)?.perUnit ?? 1
          }
          onSwap={(replaced, { productId }) => replace(replaced, productId)}
        />
      ))}
      <Notes title="Check on the bicycle" notes={outside} />
      <Notes title="Spares for another bicycle" notes={notes} />
      <Notes title="Fit not known" notes={unknown} />
      {missing.length > 0 && (
        <div className="completion grid gap-5 pt-10 pb-4">
          <h2 className="text-[32px]/[1.1]">Complete the job</h2>
          <MissingParts
            missing={missing.map((need) => ({
              ...need,
              choices: need.choices?.map((part) => ({ ...part, quantity: need.quantity })) ?? null,
            }))}
            onTake={({ productId }, quantity) =>
              onChange((lines) => addQuantity(lines, productId, quantity))
            }
          />
        </div>
      )}
    </section>
  )
}

/** Adds a quantity to the line of a part. Adds a line if there is none. */
function addQuantity(lines: BuildJobLines, productId: string, quantity: number): BuildJobLines {
  if (lines.every((line) => line.productId !== productId))
    return [...lines, { productId, quantity }]
  return lines.map((line) =>
    line.productId === productId ? { ...line, quantity: line.quantity + quantity } : line,
  )
}

import '../../../style/fitment/fit.css'
import '../../../style/fitment/job.css'
import type { BuildJob, FitCheck, NewBuildJob } from '@freehub/contract/fitment/fitment'
import { formatCount } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { QueryError } from '../../../ui/query-state.tsx'
import { FitVerdict, MissingParts, Notes } from '../cart-fit.tsx'
import { jobCheckQuery } from '../fitment-queries.ts'
import { getConflictsId } from '../line-fit.tsx'
import { createVerdictLookup, LineFitContext } from '../line-fit-context.ts'

export type BuildJobLines = NewBuildJob['lines']

const MISSING_ID = 'missing-parts'

/** The number of conflicts and of missing parts in a job, with a link to the first of them. */
export function JobVerdict({ job }: { job: BuildJob }) {
  const { data: check } = useQuery(jobCheckQuery(job._id, job.version))
  return <div aria-live="polite">{check && <LinkedVerdict check={check} />}</div>
}

function LinkedVerdict({ check }: { check: FitCheck }) {
  const [conflict] = check.conflicts
  const conflictingId = conflict?.a ?? conflict?.b
  if (!conflictingId && check.missing.length === 0) return <FitVerdict check={check} />
  return (
    <a
      className="block py-2"
      href={`#${conflictingId ? getConflictsId(conflictingId) : MISSING_ID}`}
    >
      <FitVerdict check={check} />
    </a>
  )
}

/** Provides the conflicts of each line, and a function that replaces a part of the job. */
export function JobFitProvider({ job, onChange, children }: JobFitProps & { children: ReactNode }) {
  const { data: check } = useQuery(jobCheckQuery(job._id, job.version))
  const jobFit = check && {
    verdictOf: createVerdictLookup(check),
    nameOf: (id: string) => job.lines.find(({ productId }) => productId === id)?.name ?? '',
    quantityOf: ({ quantity }: { quantity: number }) => quantity,
    replace: (replacedId: string, { productId }: { productId: string }) =>
      onChange((lines) => replacePart(lines, replacedId, productId)),
  }
  return <LineFitContext value={jobFit}>{children}</LineFitContext>
}

/**
 * Replaces the part of a line. If another line already has the new part, adds the quantity to that line and removes the
 * replaced line.
 */
export function replacePart(
  lines: BuildJobLines,
  replacedId: string,
  productId: string,
): BuildJobLines {
  const line = lines.find((line) => line.productId === replacedId)
  if (!line) return lines
  return lines.some((line) => line.productId === productId)
    ? addQuantity(
        lines.filter((other) => other !== line),
        productId,
        line.quantity,
      )
    : lines.map((other) => (other === line ? { ...line, productId } : other))
}

interface JobFitProps {
  job: BuildJob
  /** Receives a function that changes the current lines. */
  onChange: (edit: (lines: BuildJobLines) => BuildJobLines) => Promise<unknown>
}

/** The notes about the parts of a job, and the parts that complete it. */
export function JobFit({ job, onChange }: JobFitProps) {
  const query = useQuery(jobCheckQuery(job._id, job.version))
  const selectedNeeds = useRef(new WeakSet<FitCheck['missing'][number]>())
  const { data: check } = query
  if (!check) return <QueryError query={query} />
  const { missing, outside, notes } = check
  const unknown = check.unknown.flatMap((id) => {
    const name = job.lines.find(({ productId }) => productId === id)?.name
    return name ? { productId: id, why: name } : []
  })

  return (
    <section className="grid grid-cols-1 content-start gap-5.5" aria-label="Fit">
      <Notes title="Check on the bike" notes={outside} />
      <Notes title="Spares for another bike" notes={notes} />
      <Notes title="Fit not known" notes={unknown} />
      {missing.length > 0 && (
        <div id={MISSING_ID} className="completion grid gap-5 pt-10 pb-4">
          <h2 className="text-[32px]/[1.1]">Complete the job</h2>
          {job.times > 1 && (
            <p className="secondary">Quantities and prices are for all {formatCount(job.times)}.</p>
          )}
          <MissingParts
            missing={missing}
            onSelect={async ({ productId }, need) => {
              // Until the next check is loaded, the previous one also offers parts that were added.
              if (query.isPlaceholderData && selectedNeeds.current.has(need)) return
              selectedNeeds.current.add(need)
              await onChange((lines) => addQuantity(lines, productId, need.quantity))
            }}
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

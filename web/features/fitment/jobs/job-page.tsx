import type { BuildJob, BuildJobChange } from '@freehub/contract/fitment/fitment'
import { BUILD_UNITS_MAXIMUM, JOB_QUANTITY_MAXIMUM } from '@freehub/contract/limits'
import { formatCents, formatCount, pluralize } from '@freehub/contract/money'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { formatError, isNotFound } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { DashboardHead, ParentLink } from '../../../ui/page/dashboard-head.tsx'
import { MissingPage } from '../../../ui/page/message-page.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { useDoubleClickGuard } from '../../../ui/use-double-click-guard.ts'
import { changeJob, JOBS_QUERY_KEY, jobCheckQuery, jobQuery } from '../fitment-queries.ts'
import { LineConflicts, LineFit } from '../line-fit.tsx'
import { LineStock, StockWarning } from '../line-stock.tsx'
import { DeleteJobDialog } from './delete-job-dialog.tsx'
import { type BuildJobLines, JobFit, JobFitProvider, JobVerdict } from './job-fit.tsx'
import { JobQuantity } from './job-quantity.tsx'
import { JobToCartButton } from './job-to-cart-button.tsx'
import { RemoveLineButton } from './remove-line-button.tsx'

/** A job: the parts for all units, the quantities left over, conflicts and missing parts. */
export default function JobPage() {
  const { id = '' } = useParams()
  const query = useQuery(jobQuery(id))
  if (isNotFound(query.error))
    return <MissingPage noun="Job" link={{ to: paths.jobs, name: 'Jobs' }} />
  return (
    <>
      <ParentLink to={paths.jobs}>Jobs</ParentLink>
      <QueryState query={query} />
      {query.data && <JobSheet key={id} job={query.data} />}
    </>
  )
}

/** Returns the change for the newest version of a job. */
type JobEdit = (current: BuildJob) => Omit<BuildJobChange, 'seen'>

const listBuildJobLines = (job: BuildJob): BuildJobLines =>
  job.lines.map(({ productId, perUnit }) => ({ productId, quantity: perUnit }))

function JobSheet({ job }: { job: BuildJob }) {
  const { _id, name, lines, totalCents } = job
  const soldLines = lines.filter(({ isOnSale }) => isOnSale)
  const lineCount = pluralize(soldLines.length, 'line', 'lines')
  const quantity = soldLines.reduce((sum, line) => sum + line.quantity, 0)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: check } = useQuery(jobCheckQuery(_id, job.version))
  const conflictIds = new Set(check?.conflicts.map(({ a, b }) => a ?? b))
  const [isDeleting, setDeleting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const change = useMutation({
    // Each change starts from the result of the previous one.
    scope: { id: `job ${_id}` },
    mutationFn: (edit: JobEdit) => {
      const current = client.getQueryData(jobQuery(_id).queryKey) ?? job
      return changeJob(_id, { ...edit(current), seen: current.version })
    },
    onSuccess: async (changed) => {
      const { queryKey } = jobQuery(_id)
      // A pending read may return an earlier version.
      await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData(queryKey, changed)
    },
    onError: (error) => {
      void showToast(formatError(error), 'error')
      void client.invalidateQueries({ queryKey: JOBS_QUERY_KEY })
    },
  })
  // Resolves to true if all pending changes were saved. Undefined if no change is pending.
  const saving = useRef<Promise<boolean>>(undefined)

  function save(edit: JobEdit): Promise<unknown> {
    const earlier = saving.current
    const saved = change.mutateAsync(edit).then(
      () => earlier ?? true,
      () => false,
    )
    saving.current = saved
    return saved.then(() => {
      if (saving.current === saved) saving.current = undefined
    })
  }

  /** Focuses the first invalid number. Returns false if there is one, or if a change was not saved. */
  async function ensureSaved(): Promise<boolean> {
    const invalid = sheet.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    invalid?.focus()
    return !invalid && (await saving.current) !== false
  }

  const changeLines = (edit: (lines: BuildJobLines) => BuildJobLines) =>
    save((current) => ({ lines: edit(listBuildJobLines(current)) }))

  return (
    <div
      ref={sheet}
      className="grid grid-cols-1 content-start gap-5.5"
      onClickCapture={useDoubleClickGuard()}
    >
      <DashboardHead title={name} headingRef={heading} />
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="flex flex-wrap items-baseline gap-x-8 gap-y-4">
          <div className="field flex items-center gap-3 [&_.quantity]:w-44">
            <label htmlFor="units">Build</label>
            <JobQuantity
              id="units"
              value={job.times}
              maximum={BUILD_UNITS_MAXIMUM}
              onChange={(times) => save(() => ({ times }))}
            />
          </div>
          <p className="tabular-nums">
            {lineCount}, {pluralize(quantity, 'piece', 'pieces')}
          </p>
          <p className="secondary">
            Total{' '}
            <b className="text-ink font-display text-[24px]/none font-semibold">
              {formatCents(totalCents)}
            </b>
          </p>
        </div>
        {lines.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2 grow justify-between lg:justify-end">
            <JobVerdict job={job} />
            <JobToCartButton
              job={job}
              label={`Add ${pluralize(soldLines.length, 'Line', 'Lines')} to Cart`}
              className="max-[559px]:w-full"
              ensureSaved={ensureSaved}
            />
          </div>
        )}
      </div>
      <StockWarning lines={soldLines} units={pluralize(job.times, 'unit', 'units')} />
      {lines.length === 0 && <EmptyState text="This job has no parts" />}
      <JobFitProvider job={job} onChange={changeLines}>
        <DataTable
          label="Parts of the job"
          className="number-columns job-parts"
          rows={lines}
          getKey={({ productId }) => productId}
          columns={[
            {
              name: 'Part',
              className: 'wrap-anywhere',
              render: ({ productId, name, sku, isOnSale, available, quantity }) => (
                <>
                  {isOnSale ? (
                    <Link to={paths.part(productId)}>
                      <PartName name={name} />
                    </Link>
                  ) : (
                    <PartName name={name} />
                  )}
                  <span
                    className={
                      isOnSale ? 'secondary block' : 'block text-warn font-medium text-label'
                    }
                  >
                    {isOnSale ? sku : 'No longer sold'}
                  </span>
                  {isOnSale && <LineStock line={{ available, quantity }} />}
                  <LineFit productId={productId} />
                </>
              ),
            },
            {
              name: 'Per build',
              number: ({ productId, name, perUnit }) => (
                <JobQuantity
                  aria-label={`Per build: ${name}`}
                  itemName={name}
                  value={perUnit}
                  maximum={JOB_QUANTITY_MAXIMUM}
                  onChange={(quantity) =>
                    changeLines((lines) =>
                      lines.map((line) =>
                        line.productId === productId ? { ...line, quantity } : line,
                      ),
                    )
                  }
                />
              ),
            },
            { name: 'Needed', number: ({ needed }) => formatCount(needed) },
            { name: 'To order', number: ({ quantity }) => formatCount(quantity) },
            {
              name: 'Left over',
              number: ({ leftOver }) => (leftOver > 0 ? formatCount(leftOver) : '–'),
            },
            {
              name: 'Total',
              number: ({ quantity, unitPriceCents, isOnSale }) =>
                isOnSale ? (
                  <>
                    {formatCents(quantity * unitPriceCents)}
                    <small className="block">{formatCents(unitPriceCents)} each</small>
                  </>
                ) : (
                  '–'
                ),
            },
            {
              name: 'Action',
              render: ({ productId, name }) => (
                <RemoveLineButton
                  name={name}
                  onRemove={() =>
                    void changeLines((lines) =>
                      lines.filter((line) => line.productId !== productId),
                    )
                  }
                  onLastRemoved={() => heading.current?.focus({ preventScroll: true })}
                />
              ),
            },
          ]}
          renderBelow={({ productId }) =>
            conflictIds.has(productId) && <LineConflicts productId={productId} />
          }
        />
      </JobFitProvider>
      {lines.length > 0 && <JobFit job={job} onChange={changeLines} />}
      <Button
        small
        variant="danger"
        className="justify-self-start print:hidden"
        onClick={() => setDeleting(true)}
      >
        Delete Job
      </Button>
      {isDeleting && (
        <DeleteJobDialog
          job={{ _id, name, lineCount: lines.length }}
          onClose={() => setDeleting(false)}
          onRefused={(reason) => {
            setDeleting(false)
            void showToast(reason, 'error')
          }}
          onDone={() => void navigate(paths.jobs, { replace: true })}
        />
      )}
    </div>
  )
}

import '../../../style/fitment/fit.css'
import type { ListedBuildJob } from '@freehub/contract/fitment/fitment'
import { JOBS_MAXIMUM } from '@freehub/contract/limits'
import { formatCents, formatCount, pluralize } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { RowButton } from '../../../ui/button.tsx'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { FocusedErrorMessage } from '../../../ui/focused-error-message.tsx'
import { CheckIcon, WarnIcon } from '../../../ui/icons.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Day } from '../../../ui/timestamp.tsx'
import { jobsQuery } from '../fitment-queries.ts'
import { DeleteJobDialog } from './delete-job-dialog.tsx'
import { JobToCartButton } from './job-to-cart-button.tsx'
import { NewJobForm } from './new-job-form.tsx'

const KIND_NAMES = { wheel: 'Wheel', bike: 'Bike', free: undefined }

/** The customer's jobs: the parts of a wheel or bike, and the number of units. */
export default function JobsPage() {
  const query = useQuery(jobsQuery)
  const { item, refusal, heading, open, dialog } = useConfirmation<ListedBuildJob>()
  const { data: jobs } = query
  return (
    <div className="grid grid-cols-1 content-start gap-5.5">
      <DashboardHead title="Jobs" headingRef={heading}>
        {jobs && jobs.length > 0 && (
          <p className="secondary">
            {formatCount(jobs.length)} of {JOBS_MAXIMUM} jobs
          </p>
        )}
      </DashboardHead>
      <p className="max-w-[36em] text-ink-2">
        A job is the parts list of one wheel or bike. We check that the parts fit and compute how
        many to order.
      </p>
      {refusal && <FocusedErrorMessage text={refusal} />}
      <QueryState query={query} />
      {jobs?.length === 0 && (
        <EmptyState
          text="You have no jobs yet"
          details="Save a wheel as a job, or add parts to your cart and start a job from them."
          figure="wheel"
          links={[
            { to: paths.wheelBuilder, name: 'Wheel Builder' },
            { to: paths.allParts, name: 'Bicycle Parts' },
          ]}
        >
          <NewJobForm />
        </EmptyState>
      )}
      {jobs && jobs.length > 0 && jobs.length < JOBS_MAXIMUM && (
        <div className="actions">
          <NewJobForm variant="primary" />
          <Link className="btn btn-outline" to={paths.wheelBuilder}>
            Wheel Builder
          </Link>
        </div>
      )}
      <DataTable
        label="Jobs"
        className="compact-records"
        rows={jobs}
        getKey={({ _id }) => _id}
        columns={[
          {
            name: 'Name',
            className: 'wrap-anywhere',
            render: ({ _id, name, kind }) => (
              <>
                <Link to={paths.job(_id)}>{name}</Link>
                <span className="secondary block">{KIND_NAMES[kind]}</span>
              </>
            ),
          },
          { name: 'To build', number: ({ times }) => formatCount(times) },
          { name: 'Parts', number: ({ lineCount }) => formatCount(lineCount) },
          { name: 'Total', number: ({ totalCents }) => formatCents(totalCents) },
          { name: 'Check', render: (job) => <JobCheck job={job} /> },
          {
            name: 'Changed',
            headClassName: 'max-[899px]:hidden',
            className: 'max-[899px]:hidden',
            render: ({ changedAt }) => <Day at={changedAt} />,
          },
          {
            name: 'Action',
            render: (job) => (
              <div className="actions">
                {job.lineCount > 0 && <JobToCartButton small job={job} />}
                <RowButton variant="danger" row={job.name} onClick={() => open(job)}>
                  Delete
                </RowButton>
              </div>
            ),
          },
        ]}
      />
      {item && <DeleteJobDialog job={item} {...dialog} />}
    </div>
  )
}

const CHECK_TEXTS = { open: 'Incomplete', fits: 'Fits' }

function JobCheck({ job: { lineCount, fitState, conflictCount } }: { job: ListedBuildJob }) {
  if (lineCount === 0) return '–'
  return (
    <span className="line-fit whitespace-nowrap" data-state={fitState}>
      {fitState === 'conflict' && <WarnIcon />}
      {fitState === 'fits' && <CheckIcon />}
      {fitState === 'conflict'
        ? pluralize(conflictCount, 'conflict', 'conflicts')
        : CHECK_TEXTS[fitState]}
    </span>
  )
}

import { formatCount, pluralize } from '@freehub/contract/money'
import type { PersonChange } from '@freehub/contract/users/user-schemas'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useId } from 'react'
import { Link } from 'react-router'
import { pluralizeCapped } from '../../../api/capped-count.ts'
import { formatQueryString } from '../../../api/lists/cursor-page.ts'
import { paths } from '../../../paths.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { OrderStageBadge } from '../../../ui/order-stage-badge.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { Day, Timestamp } from '../../../ui/timestamp.tsx'
import { Deadline } from '../../orders/list/order-cells.tsx'
import { totalColumn } from '../../orders/order-columns.tsx'
import { customerOrdersQuery } from '../../orders/staff/customer-orders-query.ts'
import { reviewsByUserQuery } from '../../reviews/staff/managed-reviews-queries.ts'
import { ChangedBy } from '../user-cells.tsx'

export function PersonOrders({ email }: { email: string }) {
  const query = useQuery(customerOrdersQuery(email))
  const { data: page } = query
  const fullListLink =
    page && linkToFullList(page.total, 'order', paths.manageOrders, { client: email })
  return (
    <PersonSection title="Orders" fullListLink={fullListLink}>
      <QueryState query={query} />
      {page?.rows.length === 0 && <p className="secondary">No orders yet.</p>}
      <DataTable
        label="Orders"
        className="number-columns person-orders"
        rows={page?.rows}
        getKey={({ _id }) => _id}
        columns={[
          {
            name: 'Order',
            render: ({ _id, orderNumber, placedAt }) => (
              <span className="flex gap-x-3 justify-between min-[560px]:block">
                <Link className="num font-semibold" to={paths.order(_id)}>
                  {orderNumber}
                </Link>
                <span className="secondary block">
                  <Day at={placedAt} />
                </span>
              </span>
            ),
          },
          {
            name: 'Product',
            render: ({ productName, quantity, lineCount }) => (
              <span className="wrap-anywhere">
                <PartName name={productName} />
                <span className="secondary block">
                  {formatCount(quantity)} pcs
                  {lineCount > 1 && `, ${pluralize(lineCount, 'line', 'lines')}`}
                </span>
              </span>
            ),
          },
          {
            name: 'Status',
            render: (order) => (
              <span className="grid justify-items-start gap-0.5">
                <OrderStageBadge stage={order.stage} />
                <Deadline order={order} label="due" />
              </span>
            ),
          },
          totalColumn,
        ]}
      />
    </PersonSection>
  )
}

export function PersonReviews({ id, email }: { id: string; email: string }) {
  const query = useQuery(reviewsByUserQuery(id))
  const { data: page } = query
  const fullListLink =
    page && linkToFullList(page.total, 'review', paths.manageReviews, { search: email })
  return (
    <PersonSection title="Reviews" fullListLink={fullListLink}>
      <QueryState query={query} />
      {page?.rows.length === 0 && <p className="secondary">No reviews yet.</p>}
      {page?.rows.map((review) => (
        <article key={review._id} className="grid gap-2 max-w-[46em]">
          <p className="review-head">
            <Stars value={review.ratting} />
            {review.hidden && <span className="badge badge-over">Hidden</span>}
            {review.held && <span className="badge badge-over">Held</span>}
            <Timestamp at={review.at} />
          </p>
          {review.comment && <p className="user-text">{review.comment}</p>}
        </article>
      ))}
    </PersonSection>
  )
}

/** A link to the list of all orders or reviews of a user. Undefined without rows. */
function linkToFullList(total: number, noun: string, path: string, filter: object) {
  if (total === 0) return undefined
  const label = total > 1 ? `All ${pluralizeCapped(total, noun, `${noun}s`)}` : `Manage ${noun}`
  return { label, to: path + formatQueryString(filter) }
}

const labels: Record<PersonChange['kind'], string> = {
  made_admin: 'Became an admin',
  made_customer: 'Became a customer again',
  banned: 'Banned',
  unbanned: 'Unbanned',
}

export function PersonChanges({ changes }: { changes: PersonChange[] }) {
  return (
    <PersonSection title="Role and bans">
      {changes.length === 0 && <p className="secondary">No changes since sign-up.</p>}
      {changes.length > 0 && (
        <ul className="justify-self-stretch border-t-[1.5px] border-t-ink">
          {changes.map(({ at, kind, by, reason }) => (
            <li className="grid gap-1 py-3 border-b border-b-rule" key={`${at} ${kind}`}>
              <span className="font-medium">{labels[kind]}</span>
              {reason && <span className="user-text">{reason}</span>}
              <span className="secondary">
                <ChangedBy email={by} />, <Timestamp at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </PersonSection>
  )
}

interface PersonSectionProps {
  title: string
  fullListLink?: { label: string; to: string } | undefined
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export function PersonSection({ title, fullListLink, headingRef, children }: PersonSectionProps) {
  const id = useId()
  return (
    <section
      className="grid grid-cols-1 content-start justify-items-start gap-4"
      aria-labelledby={id}
    >
      <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {title}
      </h2>
      {children}
      {fullListLink && <Link to={fullListLink.to}>{fullListLink.label}</Link>}
    </section>
  )
}

import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { PageMetadata } from './page-metadata.tsx'

interface DashboardHeadProps {
  title: string
  /** Makes the heading focusable, to focus it when a focused element is removed. */
  headingRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
}

/** Document title and heading of a dashboard page. */
export function DashboardHead({ title, headingRef, children }: DashboardHeadProps) {
  return (
    <>
      <PageMetadata title={title} />
      <div className="dash-head">
        <h1 ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </h1>
        {children}
      </div>
    </>
  )
}

/** A breadcrumb link to the list to which a page belongs. */
export function ParentLink({ to, children }: { to: string; children: string }) {
  return (
    <nav className="breadcrumb mb-2.5 text-label" aria-label="Breadcrumb">
      <Link to={to}>{children}</Link>
    </nav>
  )
}

import '../../style/people/login.css'
import type { ReactNode } from 'react'
import { PageMetadata } from '../../ui/page/page-metadata.tsx'

interface AuthLayoutProps {
  title: string
  description?: string
  /** The canonical path of pages that search engines may index. */
  path?: string
  children: ReactNode
}

/** Layout of the sign-in screens: heading and form. On wide screens, a drawing is beside them. */
export function AuthLayout({ title, description, path, children }: AuthLayoutProps) {
  return (
    <div className="login grid min-h-[calc(100dvh_-_var(--bar))] xl:grid-cols-[1fr_1fr]">
      <PageMetadata title={title} description={description} path={path} />
      <div className="login-panel">
        <h1>{title}</h1>
        {children}
      </div>
      <div className="hidden relative overflow-hidden bg-(--slab) forced-color-adjust-none xl:block">
        <img
          className="absolute inset-0 size-full object-cover object-[0_50%]"
          src="/drawings/house/login-wheel.svg"
          width="500"
          height="660"
          alt=""
        />
      </div>
    </div>
  )
}

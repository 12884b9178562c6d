import '../../style/people/login.css'
import type { ReactNode } from 'react'
import { PageHead } from '../../ui/page/page-head.tsx'

interface EntranceProps {
  title: string
  description?: string
  /** Its own address, where search engines may find it. */
  path?: string
  children: ReactNode
}

/** The sheet on which one comes in: a heading and a form, and a drawing beside them where there is room. */
export function Entrance({ title, description, path, children }: EntranceProps) {
  return (
    <div className="login">
      <PageHead title={title} description={description} path={path} />
      <div className="login-panel">
        <h1>{title}</h1>
        {children}
      </div>
      <div className="login-side">
        <img src="/drawings/house/login-wheel.svg" width="500" height="660" alt="" />
      </div>
    </div>
  )
}

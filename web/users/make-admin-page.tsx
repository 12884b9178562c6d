import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readSoFar } from '../api/list-pages.ts'
import { PageHead } from '../shell/page-head.tsx'
import { countInWords } from '../ui/count-in-words.ts'
import { Notice } from '../ui/notice.tsx'
import { PagedRows } from '../ui/paged-rows.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { NoUsersFound } from './no-users-found.tsx'
import { useSearched } from './use-searched.ts'
import { usersList } from './users-list.ts'
import { UsersTable } from './users-table.tsx'

/** Everybody who has an account, to be found and made an admin. */
export function Component() {
  const { searched, search } = useSearched()
  const list = useInfiniteQuery(usersList(searched))
  const read = list.data && readSoFar(list.data.pages)
  const [refusal, setRefusal] = useState('')

  return (
    <div className="users-page">
      <PageHead title="Make Admin" />
      <div className="dash-head">
        <h1>Make Admin</h1>
        <p className="num second" role="status">
          {read && !list.isPlaceholderData && countInWords(read, 'user', 'users')}
        </p>
      </div>
      <div className="tools">
        <SearchField
          label="Search users"
          placeholder="Email or name"
          searched={searched}
          onSearch={search}
        />
      </div>
      {refusal && <Notice text={refusal} />}
      <PagedRows of="users" read={read} list={list} empty={<NoUsersFound searched={searched} />}>
        {(users) => (
          <UsersTable users={users} stale={list.isPlaceholderData} onRefused={setRefusal} />
        )}
      </PagedRows>
    </div>
  )
}

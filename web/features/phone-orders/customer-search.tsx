import { SEARCH_LENGTH } from '@freehub/contract/limits'
import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { getQuery } from '../../api/get-query.ts'
import { formatQueryString } from '../../api/lists/cursor-page.ts'
import { paths } from '../../paths.ts'
import { Field } from '../../ui/forms/field.tsx'
import { useDebouncedText } from '../../ui/forms/use-debounced-input.ts'
import { QueryState } from '../../ui/query-state.tsx'

const MAX_RESULTS = 8

/** Finds the customer. Enter chooses the first result, even while the search is running. */
export function CustomerSearch() {
  const [search, setSearch] = useState('')
  const [chosenSearch, setChosenSearch] = useState<string>()
  const { text, input } = useDebouncedText({
    value: search,
    onCommit(next) {
      setSearch(next)
      // Another text withdraws the choice.
      setChosenSearch((chosen) => (chosen === next ? chosen : undefined))
    },
  })
  const query = useQuery({
    ...getQuery<ListedUser[]>(
      ['users', 'customers', search],
      `/allUsers${formatQueryString({ size: String(MAX_RESULTS), search })}`,
    ),
    enabled: search !== '',
  })
  const navigate = useNavigate()
  const { ref } = input
  useEffect(() => ref.current?.focus(), [ref])
  const customers = search === '' ? [] : (query.data ?? [])
  const [first] = customers
  useEffect(() => {
    if (first && chosenSearch === search) void navigate(toNewOrderPath(first))
  }, [first, chosenSearch, search, navigate])

  return (
    <form
      className="grid gap-4 max-w-140"
      onSubmit={(event) => {
        event.preventDefault()
        setSearch(text.trim())
        setChosenSearch(text.trim())
      }}
    >
      <Field
        {...input}
        label="Customer"
        hint="Name, email or phone"
        type="search"
        autoComplete="off"
        maxLength={SEARCH_LENGTH}
      />
      {search !== '' && <QueryState query={query} />}
      <p role="status" className="secondary">
        {query.data?.length === 0 && `No customers match “${search}”.`}
        {first && 'Enter chooses the first customer.'}
      </p>
      {first && (
        <ul className="border-t-[1.5px] border-t-ink" aria-label="Customers">
          {customers.map((customer) => (
            <li key={customer._id}>
              <Link
                className="grid px-3 py-2.5 border-b border-b-rule text-inherit no-underline wrap-anywhere hover:bg-well"
                to={toNewOrderPath(customer)}
              >
                <b className="font-semibold">{customer.name}</b>
                <span className="secondary">{customer.email}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}

function toNewOrderPath({ email }: ListedUser): string {
  return paths.newOrder + formatQueryString({ client: email })
}

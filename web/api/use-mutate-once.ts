import type { MutateOptions } from '@tanstack/react-query'
import { useRef } from 'react'

type Mutate<Data, Variables> = (
  variables: Variables,
  options?: MutateOptions<Data, Error, Variables>,
) => void

/**
 * As `mutate`, but ignores calls while one is in flight. `isPending` cannot do that: the second
 * click of a double click comes before it is rendered. With `untilFailure`, also ignores calls after
 * a success, for forms that stay on screen until the next screen has loaded.
 */
export function useMutateOnce<Data, Variables>(
  mutate: Mutate<Data, Variables>,
  { untilFailure = false } = {},
): Mutate<Data, Variables> {
  const isInFlight = useRef(false)

  return (variables, options) => {
    if (isInFlight.current) return
    isInFlight.current = true
    mutate(variables, {
      ...options,
      onSettled: (...settled) => {
        const [, error] = settled
        isInFlight.current = untilFailure && !error
        options?.onSettled?.(...settled)
      },
    })
  }
}

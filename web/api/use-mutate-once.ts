import type { MutateOptions } from '@tanstack/react-query'
import { useRef } from 'react'

type Mutate<Data, Variables> = (
  variables: Variables,
  options?: MutateOptions<Data, Error, Variables>,
) => void

/**
 * A mutation that ignores calls while a call is pending. `isPending` is too late for the second
 * click of a double click. With `untilFailure`, also ignores calls after a success, for forms that
 * stay visible until the next screen has loaded.
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

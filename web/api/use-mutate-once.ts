import type { MutateOptions } from '@tanstack/react-query'
import { useRef } from 'react'

type Mutate<Data, Variables> = (
  variables: Variables,
  options?: MutateOptions<Data, Error, Variables>,
) => void

/**
 * As `mutate`, but one at a time: what is sent while the one before is under way is dropped. `isPending`
 * is not enough for that: the second press of a double click comes before it is rendered. With
 * `untilFailure`, drops what is sent after a success too: for a form that stays on the screen until the
 * next screen has loaded.
 */
export function useMutateOnce<Data, Variables>(
  mutate: Mutate<Data, Variables>,
  { untilFailure = false } = {},
): Mutate<Data, Variables> {
  const underWay = useRef(false)

  return (variables, options) => {
    if (underWay.current) return
    underWay.current = true
    mutate(variables, {
      ...options,
      onSettled: (...settled) => {
        const [, error] = settled
        underWay.current = untilFailure && !error
        options?.onSettled?.(...settled)
      },
    })
  }
}

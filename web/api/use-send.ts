import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

interface SendOptions {
  /** Also ignores calls after a success, for forms that stay until the next screen has loaded. */
  sendsOnce?: boolean
}

/** A mutation that ignores calls while one is pending. `isPending` would change too late to ignore a double click. */
export function useSend<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
  { sendsOnce = false }: SendOptions = {},
) {
  const mutation = useMutation(options)
  const isInFlight = useRef(false)

  function mutate(variables: Variables, callbacks?: MutateOptions<Data, Error, Variables>) {
    if (isInFlight.current) return
    isInFlight.current = true
    mutation.mutate(variables, {
      ...callbacks,
      onSettled: (...settled) => {
        const [, error] = settled
        isInFlight.current = sendsOnce && !error
        callbacks?.onSettled?.(...settled)
      },
    })
  }

  return { ...mutation, mutate }
}

import {
  type FieldError,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormRegister,
} from 'react-hook-form'

/** Returns a rule that limits the length of an input, instead of cutting a pasted text silently. */
export const limitLength = (maximum: number) => ({
  maxLength: { value: maximum, message: explainLength(maximum) },
})

export const explainLength = (maximum: number) => `Enter at most ${maximum} characters.`

/** Returns a function that registers a field and returns its props, including its error. */
export const createField =
  <Fields extends FieldValues>(register: UseFormRegister<Fields>, errors: FieldErrors<Fields>) =>
  <Name extends FieldPath<Fields>>(name: Name, rules?: RegisterOptions<Fields, Name>) => ({
    error: (get(errors, name) as FieldError | undefined)?.message,
    ...register(name, rules),
  })

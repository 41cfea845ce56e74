import type { TObject } from '@sinclair/typebox'
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import { clean, problems } from '../../../kernel/check.ts'
import { isMask } from '../../../kernel/field.ts'
import { said, type Translate } from '../../../languages/translate.ts'
import type { ShownError } from './UnshownErrors.tsx'

/** Replaces null and the mask of a secret by empty text. */
export function typed(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isMask(value) ? '' : (value ?? '')]),
  )
}

/** Returns the values for the API. Empty text becomes null if the schema allows null but not empty text. */
export function sent(schema: TObject, values: Record<string, unknown>): unknown {
  const isNull = (name: string, value: unknown) => {
    const field = schema.properties[name]
    return value === '' && field && problems(field, '').length > 0 && problems(field, null).length === 0
  }
  return clean(
    schema,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isNull(name, value) ? null : value]),
    ),
  )
}

export function resolverOf<T extends FieldValues>(t: Translate, schema: TObject): Resolver<T> {
  return async (values) => {
    const value = sent(schema, values)
    const found = problems(schema, value)
    if (found.length === 0) return { values: value as T, errors: {} }
    const errors: FieldErrors<T> = {}
    for (const { path, message } of found)
      set(errors, path || wholeForm, { type: 'contract', message: said(t, message) })
    return { values: {}, errors }
  }
}

/** Key of an error that concerns no field. React Hook Form cannot store an empty path, and drops `root`. */
export const wholeForm = '-'

/** Returns all errors of a form by the paths of their fields. */
export function errorList(errors: unknown, path = ''): ShownError[] {
  if (typeof errors !== 'object' || errors === null) return []
  const { type, message } = errors as { type?: unknown; message?: unknown }
  // A field may be called `type` or `message`, but then its error is an object.
  const own =
    typeof type === 'string' ? [{ path: path === wholeForm ? '' : path, message: String(message ?? '') }] : []
  return [
    ...own,
    ...Object.entries(errors)
      // The field of the error; of a checkbox it is an object with a `type`, too.
      .filter(([key]) => own.length === 0 || key !== 'ref')
      .flatMap(([key, one]) => errorList(one, path ? `${path}.${key}` : key)),
  ]
}

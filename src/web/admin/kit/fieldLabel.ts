import type { TObject, TSchema } from '@sinclair/typebox'
import { useEffect } from 'react'
import { isMask } from '../../../kernel/field.ts'
import { labelAt, schemaAt } from '../../../kernel/fieldLabels.ts'
import { momentText } from '../../../kernel/moment.ts'
import { showDateTime, showNumericDay } from './format.ts'

type Choice = readonly [value: string | number, name: string]

/** The words of a form for its fields and choices. */
export interface FieldWords {
  schema: TObject
  /** Labels of fields whose group says the rest, such as "Dal" below "Fuori servizio". Others are the schema's. */
  labels: Map<string, string>
  /** Names of the choices of a field, by value. */
  choices: Map<string, ReadonlyMap<string, string>>
}

export const fieldWords = (schema: TObject): FieldWords => ({
  schema,
  labels: new Map(),
  choices: new Map(),
})

interface Named {
  words: FieldWords
}

/** Returns the label of a field: `own`, else the schema's. Conflicts and errors then call the field the same. */
export function useLabel({ words }: Named, name: string, own: string | undefined): string {
  useEffect(() => {
    if (own !== undefined) words.labels.set(name, own)
  }, [words, name, own])
  return own ?? fieldLabel(words, name)
}

/** Registers the names of a field's choices with the form. */
export function useChoiceNames({ words }: Named, name: string, choices: readonly Choice[]): void {
  useEffect(() => {
    words.choices.set(name, new Map(choices.map(([value, text]) => [String(value), text])))
  }, [words, name, choices])
}

/** Returns the label of a field, else of its list or group, else the path. */
export const fieldLabel = ({ schema, labels }: FieldWords, path: string): string =>
  labels.get(path) ?? labelAt(schema, path) ?? path

/** Formats a value as its field shows it: the name of a choice, a day in Italian. Does not reveal a new secret. */
export function fieldText(words: FieldWords, path: string, value: unknown): string {
  if (value === true) return 'sì'
  if (value === false) return 'no'
  if (value === null || value === undefined || value === '') return 'vuoto'
  if (Array.isArray(value))
    return value.length === 0
      ? 'vuoto'
      : value.map((one, index) => fieldText(words, `${path}.${index}`, one)).join('\n')
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([, one]) => one)
      .map(([key, one]) => labelled(words, `${path}.${key}`, one))
      .join(' · ')
  const text = String(value)
  const names = words.choices.get(path) ?? words.choices.get(path.replace(/\.\d+$/, ''))
  if (names) return names.get(text) ?? text
  const field = schemaAt(words.schema, path)
  return field ? textOf(field, text) : text
}

function textOf(field: TSchema, text: string): string {
  if (field.isSecret) return isMask(text) ? text : 'il nuovo valore che hai scritto'
  const alternatives: TSchema[] = [field, ...(field.anyOf ?? [])]
  const has = (is: (one: TSchema) => unknown) => alternatives.some(is)
  if (has(({ format }) => format === 'date')) return showNumericDay(text)
  if (has(({ format }) => format === 'date-time')) return showDateTime(momentText(text) ?? text)
  if (has(({ isDecimal, type }) => isDecimal || type === 'number')) return text.replace('.', ',')
  return alternatives.find((one) => String(one.const) === text)?.title ?? text
}

/** Puts the label of a part before its value, if the part has one. */
function labelled(words: FieldWords, path: string, value: unknown): string {
  const text = fieldText(words, path, value)
  const label = words.labels.get(path) ?? schemaAt(words.schema, path)?.title
  return label ? `${label} ${text}` : text
}

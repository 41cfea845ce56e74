import { actList } from '../../../kernel/actList.ts'
import { labelsOf } from '../../../kernel/fieldLabels.ts'
import type { AuditLine } from './contract.ts'
import { formerActs, formerFields } from './formerLabels.ts'

type Labels = Record<string, string>

export const labelOfAct = (type: string): string => actList.get(type)?.act.label ?? formerActs[type] ?? type

export function actsNamed(text: string): string[] {
  const typed = text.trim().toLowerCase()
  return [...actList.keys(), ...Object.keys(formerActs)].filter((type) =>
    labelOfAct(type).toLowerCase().includes(typed),
  )
}

/** Labels of the fields of each act, by type. */
const byAct = new Map<string, Labels>()

/** Returns the labels of the fields of an act: its own, then those of its commands, the first command first. */
function labelsOfAct(type: string): Labels {
  const known = byAct.get(type)
  if (known) return known
  const { act, schemas } = actList.get(type) ?? { schemas: [] }
  const labels = Object.assign({}, ...schemas.toReversed().map(labelsOf), act?.fields)
  byAct.set(type, labels)
  return labels
}

/** Returns the label of a field of an entry. A field that its act no longer has may be one of other acts. */
export function fieldLabel(type: string, field: string): string | undefined {
  const own = labelsOfAct(type)[field]
  if (own) return own
  const other = [...actList.keys()].find((one) => labelsOfAct(one)[field])
  return other ? labelsOfAct(other)[field] : formerFields[field]
}

type Values = Pick<AuditLine, 'action' | 'before' | 'after' | 'prices'>

/** Returns the labels of the fields that an entry shows, by name. */
export function labelsIn({ action, before, after, prices }: Values): Labels {
  const names = [...namesIn(before), ...namesIn(after), ...prices.map(({ field }) => field)]
  return Object.fromEntries(
    [...new Set(names)].flatMap((name) => {
      const label = fieldLabel(action, name)
      return label ? [[name, label]] : []
    }),
  )
}

/** The value of `field` is the name of a field, too. */
const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => [
        ...(Array.isArray(value) ? [] : [key]),
        ...(key === 'field' ? [String(one)] : []),
        ...namesIn(one),
      ])
    : []

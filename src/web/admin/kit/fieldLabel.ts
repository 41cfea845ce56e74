import { isMask } from '../../../kernel/field.ts'
import { momentText } from '../../../kernel/moment.ts'
import { fieldName } from '../../../modules/operations/audit/fieldNames.contract.ts'
import { showDateTime, showNumericDay } from './format.ts'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Names of the options of each combobox, by value. The element itself contains only the name of the chosen option. */
const choiceNames = new WeakMap<Element, ReadonlyMap<string, string>>()

export function nameChoices(
  element: Element,
  choices: readonly (readonly [value: string | number, name: string])[],
): void {
  choiceNames.set(element, new Map(choices.map(([value, name]) => [String(value), name])))
}

/** Returns the elements of a field. A list or a group of choices has several. */
const fieldsOf = (name: string) => {
  const text = CSS.escape(name)
  return [
    ...document.querySelectorAll<Field>(
      `form :is(input, select, textarea):is([name="${text}"], [name^="${text}."])`,
    ),
  ]
}

/** Returns the label of a field on the screen, else the name that the audit log has for the field, else the path. */
export function fieldLabel(path: string): string {
  const shown = shownLabel(path)
  if (shown) return shown
  const names = path.split('.').filter((part) => !/^\d+$/.test(part))
  const known = names.findLast((part) => fieldName(part) !== part)
  return known === undefined ? path : fieldName(known)
}

/** For a group, returns the legend. */
function shownLabel(name: string): string | null | undefined {
  if (name === '') return undefined
  const [first, ...others] = fieldsOf(name)
  const isGroup = first === undefined || others.length > 0
  const group = document.querySelector(`fieldset[name="${CSS.escape(name)}"]`) ?? first?.closest('fieldset')
  const label = isGroup ? group?.querySelector('legend') : first.labels?.[0]?.firstChild
  return label?.textContent
}

/** Puts the field's label before the value, if the form has the field. */
function labelled(name: string, value: unknown): string {
  const [field] = fieldsOf(name)
  const text = fieldText(name, value)
  return field ? `${field.labels?.[0]?.firstChild?.textContent ?? name} ${text}` : text
}

/** Formats a value as its field shows it: the label of a choice, a day in Italian. Does not reveal a new secret. */
export function fieldText(name: string, value: unknown): string {
  if (value === true) return 'sì'
  if (value === false) return 'no'
  if (value === null || value === undefined || value === '') return 'vuoto'
  if (Array.isArray(value))
    return value.length === 0 ? 'vuoto' : value.map((one) => fieldText(name, one)).join('\n')
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([, one]) => one)
      .map(([key, one]) => labelled(`${name}.${key}`, one))
      .join(' · ')
  const text = String(value)
  const fields = fieldsOf(name)
  const [field] = fields
  const names = field && choiceNames.get(field)
  if (names) return names.get(text) ?? text
  switch (field?.type) {
    case 'password':
      return isMask(value) ? text : 'il nuovo valore che hai scritto'
    case 'select-one':
      return [...(field as HTMLSelectElement).options].find((one) => one.value === text)?.text ?? text
    case 'checkbox':
      return fields.find((one) => one.value === text)?.labels?.[0]?.textContent ?? text
    case 'date':
      return showNumericDay(text)
    case 'datetime-local':
      return showDateTime(momentText(text) ?? text)
    default:
      return field?.inputMode === 'decimal' ? text.replace('.', ',') : text
  }
}

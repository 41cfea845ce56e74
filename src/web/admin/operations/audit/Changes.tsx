import { roleNames } from '../../../../kernel/role.ts'
import { ListOwners } from '../../../../modules/leads/inbox/contract.ts'
import { kindNames, stateNames } from '../../../../modules/leads/lead/contract.ts'
import type { AuditLine } from '../../../../modules/operations/audit/contract.ts'
import { fieldName, quietFields } from '../../../../modules/operations/audit/fieldNames.contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { countOf, showDateTime, showNumericDay, showPrice } from '../../kit/format.ts'
import { kindNames as grantNames } from '../../settings/grants/grantLabels.ts'

interface Change {
  field: string
  before: string
  after: string
}

/** Collapses a long list of fields, and the fields of a created or deleted record. */
export function Changes({ line }: { line: AuditLine }) {
  const owners = useQueryCall(ListOwners, {}, { enabled: 'assignedTo' in (line.after ?? {}) })
  const people = new Map(owners.data?.items.map(({ id, username }) => [id, username]))
  const { before, after, prices } = line
  if (prices.length > 0) return <Prices line={line} />
  const changes = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => !quietFields.has(field))
    .map((field) => ({
      field,
      before: before ? textOf(field, before[field], people) : '',
      after: after ? textOf(field, after[field], people) : '',
    }))
    .filter((change) => change.before !== change.after)
  if (changes.length === 0) return null
  const list = <ChangeList changes={changes} hasBefore={before !== null} hasAfter={after !== null} />
  if (before && after && changes.length <= shownMax) return list
  return (
    <details>
      <summary className="inline-flex min-h-(--target) items-center text-sea-deep underline">
        {countOf(changes.length, ['campo', 'campi'])}
      </summary>
      {list}
    </details>
  )
}

const shownMax = 6

function ChangeList({
  changes,
  hasBefore,
  hasAfter,
}: {
  changes: Change[]
  hasBefore: boolean
  hasAfter: boolean
}) {
  return (
    <dl className="grid gap-0.5 text-sm">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="max-w-2xl wrap-anywhere">
          <dt className="inline text-ink-soft">{fieldName(field)}: </dt>
          <dd className="inline">
            {hasBefore && <del className="text-brick">{before || 'vuoto'}</del>}
            {hasBefore && hasAfter && <Arrowed text={' → '} />}
            {hasAfter && <ins className="text-leaf no-underline">{after || 'vuoto'}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Prices({ line: { prices, after } }: { line: AuditLine }) {
  const all = Number(after?.updated ?? prices.length)
  return (
    <>
      {typeof after?.reason === 'string' && <p className="text-ink-soft text-sm">{after.reason}</p>}
      <dl className="grid gap-0.5 text-sm">
        {prices.map(({ route, field, from, to }) => (
          <div key={`${route} ${field}`} className="max-w-2xl wrap-anywhere">
            <dt className="inline">
              <Arrowed text={route} />, {fieldName(field)}:{' '}
            </dt>
            <dd className="figures inline">
              <del className="text-brick">{showPrice(from)}</del>
              <Arrowed text={' → '} />
              <ins className="text-leaf no-underline">{showPrice(to)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {all > prices.length && (
        <p className="text-sm">e {countOf(all - prices.length, ['altro prezzo', 'altri prezzi'])}</p>
      )}
    </>
  )
}

const words: Record<string, string> = {
  ...stateNames,
  ...roleNames,
  ...grantNames,
  ...Object.fromEntries(Object.entries(kindNames).map(([kind, { one }]) => [kind, one])),
  call: 'telefono',
  whatsapp: 'WhatsApp',
  email: 'email',
  agreed: 'concordato',
  chosen: 'offerta scelta',
  estimated: 'stima',
  allowed: 'sempre ammessa',
  gate: 'dopo il controllo',
  draft: 'bozza',
  reviewed: 'rivista',
}

/** Fields whose values are terms of the code. `words` translates them into Italian. */
const wordFields = new Set([
  ...['status', 'via', 'priceSource', 'indexing', 'state', 'role', 'kind', 'kinds', 'leadKind'],
])

const textCharsMax = 300

function textOf(field: string, value: unknown, people: Map<number, string>): string {
  if (value === null || value === undefined || value === '') return ''
  if (value === true) return 'sì'
  if (value === false) return 'no'
  if (field === 'assignedTo') return people.get(Number(value)) ?? `utente ${value}`
  if (/^price(?!Source)/.test(field)) return showPrice(String(value))
  if (wordFields.has(field))
    return [value]
      .flat()
      .map((one) => words[String(one)] ?? String(one))
      .join(', ')
  const whole = typeof value === 'object' ? listOf(value) : String(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(whole)) return showDateTime(whole)
  if (/^\d{4}-\d\d-\d\d$/.test(whole)) return showNumericDay(whole)
  return whole.length > textCharsMax ? `${whole.slice(0, textCharsMax)}…` : whole
}

/** Returns the elements of an array or the fields of an object, separated by commas. */
function listOf(value: object): string {
  const parts = Object.entries(value).map(([key, one]) => {
    const text = one && typeof one === 'object' ? listOf(one) : String(one ?? '')
    return Array.isArray(value) ? text : text && `${fieldName(key)} ${text}`
  })
  return parts.filter(Boolean).join(', ')
}

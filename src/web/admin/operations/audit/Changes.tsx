import type { AuditLine } from '../../../../modules/operations/audit/contract.ts'
import { quietFields } from '../../../../modules/operations/audit/fieldKinds.contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { countOf, showPrice } from '../../kit/format.ts'
import { isRepeated, valueText } from './valueText.ts'

interface Change {
  field: string
  label: string
  before: string
  after: string
}

/** Collapses a long list of fields, and the fields of a created or deleted record. */
export function Changes({ line }: { line: AuditLine }) {
  const { before, after, prices } = line
  if (prices.length > 0) return <Prices line={line} />
  const changes = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => !quietFields.has(field) && !isRepeated(field, after ?? before ?? {}))
    .map((field) => ({
      field,
      label: line.labels[field] ?? field,
      before: before ? valueText(line, field, before) : '',
      after: after ? valueText(line, field, after) : '',
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
      {changes.map(({ field, label, before, after }) => (
        <div key={field} className="max-w-2xl wrap-anywhere">
          <dt className="inline text-ink-soft">{label}: </dt>
          <dd className="inline">
            {hasBefore && <del className="text-brick">{before}</del>}
            {hasBefore && hasAfter && <Arrowed text={' → '} />}
            {hasAfter && <ins className="text-leaf no-underline">{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Prices({ line: { prices, after, labels } }: { line: AuditLine }) {
  const all = Number(after?.updated ?? prices.length)
  return (
    <>
      {typeof after?.reason === 'string' && <p className="text-ink-soft text-sm">{after.reason}</p>}
      <dl className="grid gap-0.5 text-sm">
        {prices.map(({ route, field, from, to }) => (
          <div key={`${route} ${field}`} className="max-w-2xl wrap-anywhere">
            <dt className="inline">
              <Arrowed text={route} />, {labels[field] ?? field}:{' '}
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

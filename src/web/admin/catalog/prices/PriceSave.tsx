import type { Static } from '@sinclair/typebox'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { centsOf } from '../../../../modules/catalog/prices/cents.contract.ts'
import {
  type BatchChange,
  ReadPriceBatch,
  UpdatePrices,
} from '../../../../modules/catalog/prices/contract.ts'
import { UndoBulkAct } from '../../../../modules/operations/bulkActs/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { countOf, showDateTime, showNumber } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { ChangeList, listedOf } from './ChangeList.tsx'
import { priceWords } from './GridRow.tsx'
import { savedWhat } from './PriceHistory.tsx'
import { priceAnswers } from './priceAnswers.ts'

/** Shows the prices changed by one save. Staff undo the save, or set the previous prices of chosen routes. */
export default function PriceSave() {
  const { batchId = '' } = useParams()
  const batch = useQueryCall(ReadPriceBatch, { batchId })
  return (
    <>
      <Title
        actions={
          <Link to={adminPath('prezzimod/cronologia/')} className={buttonClass('plain')}>
            Tutta la cronologia
          </Link>
        }
      >
        Modifica dei prezzi
      </Title>
      <Answer of={batch}>{(found) => <Save of={found} onChanged={() => void batch.refetch()} />}</Answer>
    </>
  )
}

interface SaveProps {
  of: Static<typeof ReadPriceBatch.output>
  /** Called if the prices cannot be restored, usually because another user has changed one. */
  onChanged: () => void
}

function Save({ of: batch, onChanged }: SaveProps) {
  const { actId, changes } = batch
  const { may } = useRights()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const failed = 'Impossibile annullare la modifica'
  const done = () => countOf(chosen.length, ['prezzo com’era prima', 'prezzi com’erano prima'])
  const undo = useCommandCall(UndoBulkAct, { done, failed, renews: priceAnswers })
  const save = useCommandCall(UpdatePrices, { done, failed, renews: priceAnswers })
  const isPending = undo.isPending || save.isPending
  const open = may(UpdatePrices) ? changes.filter(canUndo) : []
  const openIds = new Set(open.map(({ id }) => id))
  const chosen = open.filter(({ id, followsId }) => !left.has(followsId ?? id))
  const conflicts = changes.filter((change) => !change.undoneAt && !canUndo(change))
  const chosenIds = new Set(chosen.map(({ id }) => id))
  // A return route follows the price of its outbound.
  const updates = chosen.flatMap(({ id, field, from, to, followsId }) =>
    followsId !== undefined && chosenIds.has(followsId) ? [] : { id, field, value: from, was: to },
  )
  const goBack = () =>
    actId !== null && chosen.length === changes.length
      ? undo.mutate({ id: actId }, { onError: onChanged })
      : save.mutate({ updates, reason: 'Annullamento di una parte', guarded: false }, { onError: onChanged })
  return (
    <div className="grid max-w-3xl gap-4">
      <p>
        <strong>{savedWhat(batch)}</strong>
        <span className="block text-ink-soft">
          {showDateTime(batch.changedAt)}, {batch.changedBy}: {showNumber(batch.updated)}{' '}
          {batch.updated === 1 ? 'prezzo' : 'prezzi'} su {showNumber(batch.updatedRoutes)}{' '}
          {batch.updatedRoutes === 1 ? 'tratta' : 'tratte'}.
          {batch.undone > 0 && ` ${showNumber(batch.undone)} già annullati.`}
        </span>
      </p>
      {conflicts.length > 0 && (
        <p role="status" className="rounded-field border border-brick/40 bg-brick-pale px-4 py-3 font-medium">
          {conflicts.length === 1
            ? 'Un prezzo è stato cambiato dopo e resta com’è.'
            : `${showNumber(conflicts.length)} prezzi sono stati cambiati dopo e restano come sono.`}
        </p>
      )}
      <ChangeList
        changes={changes.map((change) => listedOf(change, noteOf(change)))}
        choice={
          open.length === 0
            ? undefined
            : {
                isChosen: (id) => openIds.has(id) && !left.has(id),
                canChoose: (id) => openIds.has(id),
                onToggle: (id) => setLeft(left.symmetricDifference(new Set([id]))),
              }
        }
      />
      {open.length > 0 && (
        <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-line border-t bg-white py-3">
          <Button
            look="sea"
            aria-busy={isPending}
            disabled={isPending || chosen.length === 0}
            onClick={goBack}
          >
            Annulla {countOf(chosen.length, ['prezzo', 'prezzi'])}
          </Button>
          <span className="text-ink-soft text-sm">Anche l’annullamento resta nella cronologia.</span>
        </div>
      )}
    </div>
  )
}

const canUndo = ({ undoneAt, now, to }: BatchChange) => !undoneAt && now === to

function noteOf({ to, now, undoneAt, laterBy, laterAt }: BatchChange): string | undefined {
  if (undoneAt) return `Annullato il ${showDateTime(undoneAt)}.`
  if (now === to) return undefined
  const later = laterBy && laterAt ? `: cambiato da ${laterBy} il ${showDateTime(laterAt)}` : ''
  return `Ora è ${priceWords(centsOf(now) ?? null)}${later}.`
}

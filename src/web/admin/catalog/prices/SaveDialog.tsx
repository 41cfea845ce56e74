import { type Dispatch, useEffect, useState } from 'react'
import { priceNote, priceText } from '../../../../modules/catalog/prices/cents.contract.ts'
import { CheckPrices, UpdatePrices } from '../../../../modules/catalog/prices/contract.ts'
import { CallError } from '../../../client.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { RowAction } from '../../kit/RowAction.tsx'
import { ChangeList, keyOf, type ListedChange } from './ChangeList.tsx'
import { type Change, changesOf, type EditAction, type Edits } from './edits.ts'
import { priceWords } from './GridRow.tsx'
import type { SavingDialogProps } from './LastSave.tsx'
import { priceAnswers } from './priceAnswers.ts'
import { Review } from './Review.tsx'
import { readPricedRoutes } from './usePricedRoutes.ts'

interface SaveDialogProps extends SavingDialogProps {
  edits: Edits
  dispatch: Dispatch<EditAction>
}

/** Saves all edits or none, and resolves conflicts with saves of other users. */
export function SaveDialog({ edits, dispatch, onSaved, onClose }: SaveDialogProps) {
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const changes = changesOf(edits)
  const listed = changes.map((change) => listedOf(change, faults))
  const unreadable = listed.filter((_, index) => changes[index]?.cents === undefined)
  const conflicts = changes.filter(({ theirs }) => theirs !== undefined)
  const isReady = unreadable.length === 0 && conflicts.length === 0

  const check = useCommandCall(CheckPrices, { failed: 'Impossibile controllare i prezzi' })
  const save = useCommandCall(UpdatePrices, {
    done: 'Prezzi aggiornati con successo',
    failed: 'Errore durante l’aggiornamento dei prezzi',
    renews: priceAnswers,
  })
  const { mutate: askWarnings } = check
  // Requests the warnings once: if staff then remove an edit, the warnings of the other edits stay the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the last conflict, not after each change
  useEffect(() => {
    if (isReady)
      askWarnings({
        updates: changes.map(({ route, field, cents }) => ({ id: route.id, field, value: sentPrice(cents) })),
      })
  }, [isReady, askWarnings])

  /** Returns the change that the server refused at a path such as `updates.3.value`. */
  const changeAt = (path: string) => changes[Number(path.split('.')[1])]
  const drop = (change: ListedChange) => {
    dispatch({ type: 'drop', cells: [change] })
    if (changes.length === 1) onClose()
  }
  const remove = (change: ListedChange) => (
    <RowAction onClick={() => drop(change)}>
      Togli
      <span className="sr-only">
        {' '}
        {change.departure} - {change.destination}
      </span>
    </RowAction>
  )

  function apply(reason: string): Promise<unknown> {
    const updates = changes.map(({ route, field, cents, was }) => ({
      id: route.id,
      field,
      value: sentPrice(cents),
      was: sentPrice(was),
    }))
    return save.mutateAsync(
      { updates, reason, guarded: true },
      {
        onSuccess(saved) {
          dispatch({ type: 'forget' })
          onSaved(saved)
        },
        onError: (error) => void showFaults(error),
      },
    )
  }

  /** Shows the server's refusals beside the refused prices and reloads the prices. */
  async function showFaults(error: unknown): Promise<void> {
    if (!(error instanceof CallError)) return
    setFaults(
      new Map(
        error.problem.errors.flatMap(({ path, message }) => {
          const change = changeAt(path)
          return change ? [[keyOf({ id: change.route.id, field: change.field }), message]] : []
        }),
      ),
    )
    const routes = await readPricedRoutes(new Set(changes.map(({ route }) => route.id))).catch(() => [])
    dispatch({ type: 'seen', routes })
  }

  if (conflicts.length > 0) return <Conflicts conflicts={conflicts} dispatch={dispatch} onClose={onClose} />
  if (unreadable.length > 0)
    return (
      <Dialog
        title="Prezzi non leggibili"
        intro="Correggili nella tabella, oppure toglili da qui."
        onClose={onClose}
      >
        <ChangeList changes={unreadable} action={remove} />
        <div className="mt-5 flex justify-end">
          <LeaveButton look="sea">Torna alla tabella</LeaveButton>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="Salvare i nuovi prezzi?" onClose={onClose}>
      <Review
        changes={listed}
        warnings={check.data?.warnings ?? (check.isError ? [] : undefined)}
        shows={(path) => changeAt(path) !== undefined}
        verb="Salva"
        onApply={apply}
        action={remove}
      />
    </Dialog>
  )
}

interface ConflictsProps extends Omit<SaveDialogProps, 'edits' | 'onSaved'> {
  conflicts: Change[]
}

/** The user chooses between the entered price and the price that another user has saved. */
function Conflicts({ conflicts, dispatch, onClose }: ConflictsProps) {
  const settle = (type: 'keepMine' | 'drop', chosen: Change[]) =>
    dispatch({ type, cells: chosen.map(({ route, field }) => ({ id: route.id, field })) })
  const changeOf = ({ id, field }: ListedChange) =>
    conflicts.filter((one) => one.route.id === id && one.field === field)
  return (
    <Dialog
      title="Un’altra persona ha cambiato gli stessi prezzi"
      intro="Nulla è stato sovrascritto. Scegli quale prezzo resta."
      onClose={onClose}
    >
      <ChangeList
        changes={conflicts.map((change) => ({
          ...listedOf(change),
          note: `Salvato da un’altra persona: ${priceWords(change.theirs ?? null)}`,
        }))}
        action={(change) => (
          <span className="flex">
            <RowAction onClick={() => settle('keepMine', changeOf(change))}>Tieni il mio</RowAction>
            <RowAction onClick={() => settle('drop', changeOf(change))}>Lascia il suo</RowAction>
          </span>
        )}
      />
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button look="plain" onClick={() => settle('drop', conflicts)}>
          Lascia tutti i suoi
        </Button>
        <Button look="sea" onClick={() => settle('keepMine', conflicts)}>
          Tieni tutti i miei
        </Button>
      </div>
    </Dialog>
  )
}

const sentPrice = (cents: number | null | undefined) => (typeof cents === 'number' ? priceText(cents) : null)

function listedOf(
  { route, field, was, cents, text }: Change,
  faults: ReadonlyMap<string, string> = new Map(),
): ListedChange {
  const unreadable = cents === undefined ? `“${text}” non è leggibile: ${priceNote(text)}` : undefined
  return {
    id: route.id,
    departure: route.departure,
    destination: route.destination,
    field,
    from: was,
    to: cents,
    note: unreadable ?? faults.get(keyOf({ id: route.id, field })),
  }
}

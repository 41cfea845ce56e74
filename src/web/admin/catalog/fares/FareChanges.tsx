import type { FareSettingsChanges, SavedFareSettings } from '../../../../modules/catalog/fares/contract.ts'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { showNumber, showPrice } from '../../kit/format.ts'
import { ChangeList, listedOf } from '../prices/ChangeList.tsx'

export function changesSomething({ changes, preview }: SavedFareSettings): boolean {
  return changes.length > 0 || (preview !== undefined && sentencesOf(preview).length > 0)
}

interface FareChangesProps {
  found: SavedFareSettings
  onConfirm: () => void
  onClose: () => void
}

/** Shows which prices, served places and price lists the edited fare settings would change, before staff save them. */
export function FareChanges({ found: { changes, preview }, onConfirm, onClose }: FareChangesProps) {
  const { estimates } = preview ?? {}
  const byField = Map.groupBy(changes, ({ field }) => field)
  return (
    <Dialog title="Salvare queste tariffe?" onClose={onClose}>
      <div className="grid gap-4">
        <ul className="grid gap-1.5" aria-label="Che cosa cambia">
          {preview && sentencesOf(preview).map((sentence) => <li key={sentence}>{sentence}</li>)}
        </ul>
        {estimates && estimates.examples.length > 0 && (
          <section className="grid gap-1.5">
            <h3 className="font-medium">Per esempio</h3>
            <ChangeList changes={estimates.examples.map((change) => listedOf(change))} />
          </section>
        )}
        {byField.size > 0 && (
          <details>
            <summary className="inline-flex min-h-(--target) items-center text-sea-deep underline">
              Prezzi per chilometri
            </summary>
            <dl className="figures mt-2 grid gap-2 text-sm">
              {[...byField].map(([field, rows]) => (
                <div key={field}>
                  <dt className="font-medium">{priceLabels[field]}</dt>
                  <dd className="text-ink-soft">
                    <Arrowed
                      text={rows
                        .map(({ km, from, to }) => `${km} km: ${showPrice(from)} → ${showPrice(to)}`)
                        .join(' · ')}
                    />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
        <p className="text-ink-soft text-sm">I prezzi delle tratte che già esistono non cambiano.</p>
        <div className="flex flex-wrap justify-end gap-2">
          <LeaveButton>Annulla</LeaveButton>
          <Button look="sea" onClick={onConfirm}>
            Salva
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function sentencesOf({ estimates, places, lists }: FareSettingsChanges): string[] {
  const { total, changed } = estimates
  return [
    changed > 0 &&
      `Dagli aeroporti e dalla stazione verso località senza tratta: ${changed === 1 ? 'cambia 1 prezzo indicativo' : `cambiano ${showNumber(changed)} prezzi indicativi`} su ${showNumber(total)}.`,
    places.gained.count > 0 && `Località servite in più: ${named(places.gained)}.`,
    places.lost.count > 0 && `Località non più servite: ${named(places.lost)}.`,
    lists.on.length > 0 && `Cominciano a valere i listini ${quoted(lists.on)}.`,
    lists.off.length > 0 && `Non valgono più i listini ${quoted(lists.off)}.`,
  ].filter((sentence) => sentence !== false)
}

function named({ count, names }: { count: number; names: string[] }): string {
  return `${showNumber(count)} (${names.join(', ')}${count > names.length ? '…' : ''})`
}

const quoted = (names: string[]) => names.map((name) => `«${name}»`).join(', ')

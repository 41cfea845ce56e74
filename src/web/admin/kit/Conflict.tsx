import type { FieldValues, Path } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { ContractForm } from './useContractForm.ts'

interface ConflictProps<T extends FieldValues> {
  form: ContractForm<T>
  theirs: Record<string, unknown>
}

/** Somebody else saved the same thing: both versions, field by field, and nothing is overwritten unseen. */
export function Conflict<T extends FieldValues>({ form, theirs }: ConflictProps<T>) {
  const mine: Record<string, unknown> = form.rhf.getValues()
  const different = Object.keys(form.schema.properties).filter(
    (name) => name in theirs && name !== 'updatedAt' && shown(mine[name]) !== shown(theirs[name]),
  )
  return (
    <Dialog
      title="Un’altra persona ha salvato nel frattempo"
      intro="Nulla è stato sovrascritto. Ecco le differenze."
      onClose={form.closeConflict}
    >
      <table className="data-table">
        <caption className="sr-only">Differenze tra la mia versione e quella salvata</caption>
        <thead>
          <tr>
            <th scope="col">Campo</th>
            <th scope="col">La mia</th>
            <th scope="col">Quella salvata</th>
          </tr>
        </thead>
        <tbody>
          {different.map((name) => (
            <tr key={name}>
              <td data-label="Campo">{labelOf(name)}</td>
              <td data-label="La mia">{shown(mine[name])}</td>
              <td data-label="Quella salvata">{shown(theirs[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {different.length === 0 && <p>Le due versioni sono uguali.</p>}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button look="plain" onClick={form.takeTheirs}>
          Usa quella salvata
        </Button>
        <Button look="sea" onClick={form.keepMine}>
          Salva la mia
        </Button>
      </div>
    </Dialog>
  )

  function labelOf(name: string): string {
    const field = document.querySelector<HTMLInputElement>(`[name="${name as Path<T>}"]`)
    return field?.labels?.[0]?.firstChild?.textContent ?? name
  }
}

function shown(value: unknown): string {
  if (value === true) return 'sì'
  if (value === false) return 'no'
  if (value === null || value === undefined || value === '') return '—'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

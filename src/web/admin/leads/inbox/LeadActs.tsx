import { type Static, Type } from '@sinclair/typebox'
import type { KeyboardEvent, ReactNode } from 'react'
import { ChangeLeads, type LeadsChange } from '../../../../modules/leads/inbox/bulk.contract.ts'
import { ExportLeads, ListOwners } from '../../../../modules/leads/inbox/contract.ts'
import { type LeadState, stateNames } from '../../../../modules/leads/lead/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { type ActParts, actForm } from '../../kit/ActForm.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { DownloadLink } from '../../kit/DownloadLink.tsx'
import { ActChoice, actFieldClass } from '../../kit/ListActs.tsx'
import { useRights } from '../../kit/rights.ts'
import { useBulkAct } from '../../kit/useBulkAct.tsx'
import type { Chosen } from '../../kit/useSelection.ts'
import { leadAnswers } from '../lead/leadCalls.ts'
import { leadNouns, statesInOrder } from '../lead/leadLabels.ts'

export function LeadActs({ chosen }: { chosen: Chosen }) {
  const { may } = useRights()
  const { ask, button, dialog } = useBulkAct({
    command: ChangeLeads,
    chosen,
    nouns: leadNouns,
    renews: leadAnswers,
  })
  return (
    <>
      <ChangeForm button={button} onAsk={(change) => ask({ label: 'Applica', input: { change } })} />
      {may(ExportLeads) && (
        <DownloadLink path={exportPath(chosen)} className={buttonClass('plain', 'max-sm:hidden')}>
          Esporta
        </DownloadLink>
      )}
      {dialog}
    </>
  )
}

interface ChangeProps {
  button: ReactNode
  onAsk: (change: LeadsChange) => void
}

/** Values of the fields; empty for what stays as it is. */
const changed = { input: Type.Object({ status: Type.String(), owner: Type.String(), dueAt: Type.String() }) }

const ChangeForm = actForm<typeof changed, ChangeProps>({
  asked: changed,
  valuesOf: () => ({ status: '', owner: '', dueAt: '' }),
  send(entered, { onAsk }) {
    const change = changeOf(entered)
    if (Object.keys(change).length > 0) onAsk(change)
  },
  className: 'flex flex-wrap items-center gap-2',
  Fields,
})

function Fields({ form, button }: ActParts<typeof changed, ChangeProps>) {
  const owners = useQueryCall(ListOwners, {})
  const { register, setValue, watch } = form.rhf
  return (
    <>
      <select {...register('status')} aria-label="Stato" className={actFieldClass} onKeyDown={submitOnEnter}>
        <option value="">Stato…</option>
        {statesInOrder.map((state) => (
          <option key={state} value={state}>
            {stateNames[state]}
          </option>
        ))}
      </select>
      <ActChoice
        label="Assegna a"
        value={watch('owner')}
        none="Assegna a…"
        choices={[
          ...(owners.data?.items ?? []).map(({ id, username }) => [id, username] as const),
          [0, 'nessuno'],
        ]}
        onPick={(owner) => setValue('owner', owner)}
        onKeyDown={submitOnEnter}
      />
      <label className="flex items-center gap-2 text-sm">
        Entro
        <input {...register('dueAt')} type="datetime-local" className={actFieldClass} />
      </label>
      {button}
    </>
  )
}

/** Submits the form on Enter, because not all browsers do so in a `<select>`. */
function submitOnEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function changeOf({ status, owner, dueAt }: Static<typeof changed.input>): LeadsChange {
  return {
    ...(status ? { status: status as LeadState } : {}),
    ...(owner ? { assignedTo: Number(owner) || null } : {}),
    ...(dueAt ? { dueAt } : {}),
  }
}

function exportPath({ input }: Chosen): string {
  const query = 'ids' in input ? { keys: input.ids.join(',') } : (input.filter as Record<string, string>)
  return `/api/admin/leads/export.csv?${new URLSearchParams(query)}`
}

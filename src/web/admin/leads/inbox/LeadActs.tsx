import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { ChangeLeads, type LeadsChange } from '../../../../modules/leads/inbox/bulk.contract.ts'
import { ExportLeads, ListOwners } from '../../../../modules/leads/inbox/contract.ts'
import { type LeadState, stateNames } from '../../../../modules/leads/lead/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { DownloadLink } from '../../kit/DownloadLink.tsx'
import { ActChoice, actFieldClass } from '../../kit/ListActs.tsx'
import { useRights } from '../../kit/rights.ts'
import { useBulkAct } from '../../kit/useBulkAct.tsx'
import type { Chosen } from '../../kit/useSelection.ts'
import { leadAnswers } from '../lead/leadCalls.ts'
import { statesInOrder } from '../lead/leadLabels.ts'

export const leadNouns = ['richiesta', 'richieste'] as const

export function LeadActs({ chosen }: { chosen: Chosen }) {
  const { may } = useRights()
  const owners = useQueryCall(ListOwners, {})
  const { ask, button, dialog } = useBulkAct({
    command: ChangeLeads,
    chosen,
    nouns: leadNouns,
    renews: leadAnswers,
  })
  const [owner, setOwner] = useState('')
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const change = changeOf(new FormData(event.currentTarget), owner)
    if (Object.keys(change).length > 0) ask({ label: 'Applica', input: { change } })
  }
  return (
    <>
      <form onSubmit={onSubmit} className="flex flex-wrap items-center gap-2">
        <select name="status" aria-label="Stato" className={actFieldClass} onKeyDown={submitOnEnter}>
          <option value="">Stato…</option>
          {statesInOrder.map((state) => (
            <option key={state} value={state}>
              {stateNames[state]}
            </option>
          ))}
        </select>
        <ActChoice
          label="Assegna a"
          value={owner}
          none="Assegna a…"
          choices={[
            ...(owners.data?.items ?? []).map(({ id, username }) => [id, username] as const),
            [0, 'nessuno'],
          ]}
          onPick={setOwner}
          onKeyDown={submitOnEnter}
        />
        <label className="flex items-center gap-2 text-sm">
          Entro
          <input name="dueAt" type="datetime-local" className={actFieldClass} />
        </label>
        {button}
      </form>
      {may(ExportLeads) && (
        <DownloadLink path={exportPath(chosen)} className={buttonClass('plain', 'max-sm:hidden')}>
          Esporta
        </DownloadLink>
      )}
      {dialog}
    </>
  )
}

/** Submits the form on Enter, because not all browsers do so in a `<select>`. */
function submitOnEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function changeOf(form: FormData, owner: string): LeadsChange {
  const text = (name: string) => String(form.get(name) ?? '')
  const [status, due] = [text('status'), text('dueAt')]
  return {
    ...(status ? { status: status as LeadState } : {}),
    ...(owner ? { assignedTo: Number(owner) || null } : {}),
    ...(due ? { dueAt: due } : {}),
  }
}

function exportPath({ input }: Chosen): string {
  const query = 'ids' in input ? { keys: input.ids.join(',') } : (input.filter as Record<string, string>)
  return `/api/admin/leads/export.csv?${new URLSearchParams(query)}`
}

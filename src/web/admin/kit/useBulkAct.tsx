import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useTransition } from 'react'
import type { Command } from '../../../kernel/message.ts'
import type { BulkOutcome } from '../../../kernel/selection.ts'
import { ListBulkActs, UndoBulkAct } from '../../../modules/operations/bulkActs/contract.ts'
import { call } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { renew, sentenceOf, useCommandCall } from './api.ts'
import { callToEnd } from './callToEnd.ts'
import { countOf, showNumber } from './format.ts'
import { JobProgress } from './JobProgress.tsx'
import { Answer } from './States.tsx'
import type { Chosen } from './useSelection.ts'

type BulkCommand = Command & { output: typeof BulkOutcome }

export interface BulkActOptions {
  command: BulkCommand
  chosen: Chosen
  nouns: readonly [one: string, many: string]
  renews: string[]
}

interface Asked {
  /** Label of the button and the summary, such as `Disattiva`. */
  label: string
  input: object
}

/** `ask` opens the dialog with an act's effects. The button turns pale at once, because opening takes time. */
export function useBulkAct(options: BulkActOptions) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isOpening, startOpening] = useTransition()
  return {
    ask: (next: Asked) => startOpening(() => setAsked(next)),
    dialog: asked && <BulkDialog {...options} asked={asked} onClose={() => setAsked(null)} />,
    button: (
      <Button type="submit" look="sea" aria-busy={isOpening} className={isOpening ? 'opacity-60' : ''}>
        Applica
      </Button>
    ),
  }
}

interface BulkDialogProps extends BulkActOptions {
  asked: Asked
  onClose: () => void
}

function BulkDialog({ command, chosen, nouns, renews, asked, onClose }: BulkDialogProps) {
  const client = useQueryClient()
  // Kept in the state, because the chosen rows must not change while the dialog is open.
  const [input] = useState({ ...chosen.input, ...asked.input })
  const plan = useQuery({
    queryKey: [command.http, 'dryRun', input],
    queryFn: ({ signal }) => callToEnd(command, { ...input, dryRun: true }, signal),
    gcTime: 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [started, setStarted] = useState<{ jobId: number; actId: number } | null>(null)
  const act = useCommandCall(command, {
    failed: 'Non è cambiato nulla',
    renews: [...renews, ListBulkActs.http],
    onDone: ({ actId, jobId, changed, refusedTotal }) => {
      if (jobId && actId) return setStarted({ jobId, actId })
      onClose()
      chosen.clear()
      const text = refusedTotal > 0 ? `${countOf(refusedTotal, nouns)} senza modifiche.` : undefined
      offerUndo(client, { title: changedWords(changed, nouns), text, actId, renews })
    },
  })
  return (
    <Dialog
      title={`${asked.label}: ${countOf(chosen.count, nouns)}`}
      onClose={() => {
        onClose()
        if (started) chosen.clear()
      }}
    >
      {started ? (
        <JobProgress
          jobId={started.jobId}
          title={asked.label}
          onEnd={({ result }) => {
            void renew(client, [...renews, ListBulkActs.http])
            const { changed = 0 } = (result ?? {}) as { changed?: number }
            offerUndo(client, { title: changedWords(changed, nouns), actId: started.actId, renews })
          }}
        />
      ) : (
        <Answer of={plan} rows={3}>
          {(outcome) => (
            <Plan
              outcome={outcome}
              nouns={nouns}
              label={asked.label}
              isPending={act.isPending}
              onConfirm={() => act.mutate(input)}
            />
          )}
        </Answer>
      )}
    </Dialog>
  )
}

interface PlanProps {
  outcome: BulkOutcome
  nouns: readonly [one: string, many: string]
  label: string
  isPending: boolean
  onConfirm: () => void
}

function Plan({ outcome, nouns, label, isPending, onConfirm }: PlanProps) {
  const { title, total, changed, reasons, refusedTotal } = outcome
  const confirm = useRef<HTMLButtonElement>(null)
  useEffect(() => confirm.current?.focus(), [])
  const same = total - changed - refusedTotal
  return (
    <>
      <div className="mb-5 grid gap-2">
        <p className="font-semibold">{title}</p>
        <p>
          {changed === 1 ? 'Cambia' : 'Cambiano'} {countOf(changed, nouns)}.
          {same > 0 && ` Già così: ${showNumber(same)}.`} Potrai annullare.
        </p>
        {refusedTotal > 0 && (
          <div className="rounded-field bg-white p-3">
            <p className="font-semibold">Senza modifiche: {showNumber(refusedTotal)}</p>
            <ul className="max-h-48 overflow-y-auto text-sm">
              {reasons.map(({ reason, count, examples }) => (
                <li key={reason}>
                  {showNumber(count)}: {reason}{' '}
                  <span className="text-ink-soft">
                    {examples.join(', ')}
                    {count > examples.length && ' …'}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <LeaveButton>Lascia stare</LeaveButton>
        {changed > 0 && (
          <Button ref={confirm} look="ink" aria-busy={isPending} onClick={() => !isPending && onConfirm()}>
            {label}
          </Button>
        )}
      </div>
    </>
  )
}

const changedWords = (count: number, nouns: readonly [string, string]) =>
  count === 0 ? 'Non è cambiato nulla' : `${countOf(count, nouns)}: fatto`

interface Offer {
  title: string
  text?: string | undefined
  actId: number | null
  renews: string[]
}

function offerUndo(client: QueryClient, { title, text, actId, renews }: Offer): void {
  const action =
    actId === null ? {} : { action: { label: 'Annulla', run: () => void undo(client, actId, renews) } }
  toast({ title, ...(text ? { text } : {}), ...action })
}

/** Undoes an act. Returns the id of the job that undoes it; null if there is no job or the call failed. */
export async function undo(client: QueryClient, id: number, renews: string[]): Promise<number | null> {
  let jobId: number | null = null
  try {
    const { undone, keptTotal, kept, ...outcome } = await call<typeof UndoBulkAct>(UndoBulkAct.http, { id })
    jobId = outcome.jobId
    const some = kept.slice(0, 3).map(({ name, reason }) => `${name}: ${reason}`)
    const text = keptTotal > 0 ? `Restano come sono: ${keptTotal}. ${some.join(' ')}` : undefined
    const title = jobId ? 'Annullamento in corso' : `${showUndone(undone)} come prima`
    toast({ title, ...(text ? { text, tone: 'destructive' as const } : {}) })
  } catch (error) {
    toast({ title: 'Impossibile annullare', text: sentenceOf(error), tone: 'destructive' })
  }
  await renew(client, [...renews, ListBulkActs.http])
  return jobId
}

const showUndone = (count: number) => countOf(count, ['riga', 'righe'])

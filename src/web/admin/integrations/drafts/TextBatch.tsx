import { ResumeRouteTexts, WriteRouteTexts } from '../../../../modules/integrations/ai/batches.contract.ts'
import { ListTextDrafts } from '../../../../modules/integrations/drafts/contract.ts'
import { ListPrompts } from '../../../../modules/integrations/prompts/contract.ts'
import { ListJobs } from '../../../../modules/operations/jobs/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { type ActParts, actForm, SendButton } from '../../kit/ActForm.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { callToEnd } from '../../kit/callToEnd.ts'
import { FormCheck, FormNumber, FormSelect, FormText } from '../../kit/Form.tsx'
import { showNumber } from '../../kit/format.ts'
import { JobProgress } from '../../kit/JobProgress.tsx'
import { promptChoices } from '../prompts/promptLabels.ts'
import { draftFields } from './draftFields.ts'

const renews = ['GET /api/admin/jobs', ListTextDrafts.http]

/** Lets staff request texts for many routes, and shows the progress of the latest request of any user. */
export function TextBatch() {
  const last = useQueryCall(ListJobs, { kind: 'aiTexts', page: 1, limit: 1 })
  const job = last.data?.items[0]
  const isStopped = job !== undefined && (job.status === 'failed' || job.status === 'cancelled')
  return (
    <section aria-labelledby="scrivi-testi" className="grid gap-4 rounded-card border border-line p-4 sm:p-5">
      <h2 id="scrivi-testi" className="font-semibold">
        Scrivi per molte tratte
      </h2>
      <BatchForm stopped={isStopped ? job : null} />
      {job && (
        <JobProgress
          // Remounts the progress view when staff resume the job.
          key={`${job.id} ${isStopped}`}
          jobId={job.id}
          title="Bozze in preparazione"
        />
      )}
    </section>
  )
}

interface BatchProps {
  /** The latest job, if it stopped before its end; else null. */
  stopped: { id: number } | null
}

const BatchForm = actForm<typeof WriteRouteTexts, BatchProps>({
  asked: WriteRouteTexts,
  valuesOf: () => ({ promptId: '', field: 'longDescription', search: '', max: 50, onlyMissing: true }),
  send: (input) => callToEnd(WriteRouteTexts, input),
  done: ({ routes }) =>
    routes === 1 ? 'Una tratta da scrivere' : `${showNumber(routes)} tratte da scrivere`,
  failed: 'Impossibile generare i testi',
  renews,
  className: 'grid gap-4 sm:grid-cols-2',
  Fields,
})

function Fields({ form, stopped }: ActParts<typeof WriteRouteTexts, BatchProps>) {
  const prompts = useQueryCall(ListPrompts, { fieldType: 'general', isActive: true, page: 1, limit: 100 })
  const resume = useCommandCall(ResumeRouteTexts, {
    done: 'Operazione ripresa',
    failed: 'Impossibile riprendere l’operazione',
    renews,
  })
  return (
    <>
      <FormSelect
        form={form}
        name="promptId"
        none="Scegli un prompt"
        choices={promptChoices(prompts.data?.items ?? [])}
      />
      <FormSelect form={form} name="field" choices={Object.entries(draftFields)} />
      <FormText form={form} name="search" />
      <FormNumber form={form} name="max" />
      <FormCheck form={form} name="onlyMissing" label="Solo dove il testo manca" />
      <div className="flex flex-wrap gap-2">
        <SendButton form={form} look="ink">
          Scrivi le bozze
        </SendButton>
        {stopped && (
          <Button look="plain" disabled={resume.isPending} onClick={() => resume.mutate({ id: stopped.id })}>
            Riprendi l’ultima operazione
          </Button>
        )}
      </div>
    </>
  )
}

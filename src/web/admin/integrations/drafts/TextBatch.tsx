import { useState } from 'react'
import { ResumeRouteTexts, WriteRouteTexts } from '../../../../modules/integrations/ai/batches.contract.ts'
import { type DraftField, ListTextDrafts } from '../../../../modules/integrations/drafts/contract.ts'
import { ListPrompts } from '../../../../modules/integrations/prompts/contract.ts'
import { ListJobs } from '../../../../modules/operations/jobs/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import { showNumber } from '../../kit/format.ts'
import { JobProgress } from '../../kit/JobProgress.tsx'
import { CommandForm } from '../../kit/UnshownErrors.tsx'
import { promptChoices } from '../prompts/promptLabels.ts'
import { draftFields } from './draftFields.ts'

/** Lets staff request texts for many routes, and shows the progress of the latest request of any user. */
export function TextBatch() {
  const prompts = useQueryCall(ListPrompts, { fieldType: 'general', isActive: true, page: 1, limit: 100 })
  const last = useQueryCall(ListJobs, { kind: 'aiTexts', page: 1, limit: 1 })
  const [promptId, setPromptId] = useState('')
  const [field, setField] = useState<DraftField>('longDescription')
  const [search, setSearch] = useState('')
  const [max, setMax] = useState('50')
  const [onlyMissing, setOnlyMissing] = useState(true)
  const renews = ['GET /api/admin/jobs', ListTextDrafts.http]
  const write = useCommandCall(WriteRouteTexts, {
    done: ({ routes }) =>
      routes === 1 ? 'Una tratta da scrivere' : `${showNumber(routes)} tratte da scrivere`,
    failed: 'Impossibile generare i testi',
    renews,
  })
  const resume = useCommandCall(ResumeRouteTexts, {
    done: 'Operazione ripresa',
    failed: 'Impossibile riprendere l’operazione',
    renews,
  })
  const job = last.data?.items[0]
  const canResume = job && (job.status === 'failed' || job.status === 'cancelled')
  return (
    <section aria-labelledby="scrivi-testi" className="grid gap-4 rounded-card border border-line p-4 sm:p-5">
      <h2 id="scrivi-testi" className="font-semibold">
        Scrivi per molte tratte
      </h2>
      <CommandForm
        error={write.error}
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          write.mutate({ promptId: Number(promptId), field, search, max: Number(max), onlyMissing })
        }}
      >
        <ChoiceField
          label="Prompt"
          name="promptId"
          isRequired
          value={promptId}
          none="Scegli un prompt"
          choices={promptChoices(prompts.data?.items ?? [])}
          onPick={setPromptId}
        />
        <SelectField
          label="Testo"
          name="field"
          aria-required
          value={field}
          onChange={({ target }) => setField(target.value as DraftField)}
        >
          {Object.entries(draftFields).map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Solo tratte che contengono"
          name="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <TextField
          label="Tratte al massimo"
          name="max"
          aria-required
          inputMode="numeric"
          value={max}
          onChange={({ target }) => setMax(target.value)}
        />
        <label className="flex min-h-(--control) items-center gap-2">
          <input
            type="checkbox"
            className="size-5 accent-sea"
            checked={onlyMissing}
            onChange={({ target }) => setOnlyMissing(target.checked)}
          />
          Solo dove il testo manca
        </label>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="ink" disabled={write.isPending} aria-busy={write.isPending}>
            Scrivi le bozze
          </Button>
          {canResume && (
            <Button look="plain" disabled={resume.isPending} onClick={() => resume.mutate({ id: job.id })}>
              Riprendi l’ultima operazione
            </Button>
          )}
        </div>
      </CommandForm>
      {job && (
        <JobProgress
          // Remounts the progress view when staff resume the job.
          key={`${job.id} ${canResume}`}
          jobId={job.id}
          title="Bozze in preparazione"
        />
      )}
    </section>
  )
}

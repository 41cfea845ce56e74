import { useState } from 'react'
import { GenerateLocationText, GenerateRouteText } from '../../../../modules/integrations/ai/contract.ts'
import type { Prompt } from '../../../../modules/integrations/prompts/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { GrowingText } from '../../kit/GrowingText.tsx'
import { JobProgress } from '../../kit/JobProgress.tsx'
import { CommandForm } from '../../kit/UnshownErrors.tsx'
import { writtenBy } from '../../kit/writtenBy.ts'

/** Tries a prompt. The resulting text is stored with the job only. */
export function PromptTrial({ prompt, isSaved }: { prompt: Prompt; isSaved: boolean }) {
  const isRoute = prompt.fieldType === 'general'
  const [from, setFrom] = useState('Aeroporto Brindisi')
  const [to, setTo] = useState('Otranto')
  const [jobId, setJobId] = useState<number | null>(null)
  const [written, setWritten] = useState('')
  const asked = {
    failed: 'Impossibile generare il testo',
    onDone: (job: { jobId: number }) => setJobId(job.jobId),
  }
  const forRoute = useCommandCall(GenerateRouteText, asked)
  const forPlace = useCommandCall(GenerateLocationText, asked)
  const isBusy = forRoute.isPending || forPlace.isPending

  function generate(): void {
    if (!isSaved || isBusy) return
    setWritten('')
    setJobId(null)
    if (isRoute) forRoute.mutate({ promptId: prompt.id, departureLocation: from, destinationLocation: to })
    else forPlace.mutate({ promptId: prompt.id, locationName: to })
  }

  return (
    <section aria-labelledby="prova" className="grid gap-4 rounded-card border border-line p-4 sm:p-5">
      <h2 id="prova" className="font-semibold">
        Prova
      </h2>
      <CommandForm
        error={isRoute ? forRoute.error : forPlace.error}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          generate()
        }}
      >
        {isRoute && (
          <TextField
            label="Partenza"
            name="departureLocation"
            aria-required
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
        )}
        <TextField
          label={isRoute ? 'Destinazione' : 'Località'}
          name={isRoute ? 'destinationLocation' : 'locationName'}
          aria-required
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button look="ink" type="submit" disabled={!isSaved || isBusy} aria-busy={isBusy}>
            Genera con AI
          </Button>
          {!isSaved && <span className="text-ink-soft text-sm">Salva il prompt per provarlo.</span>}
        </div>
      </CommandForm>
      {jobId !== null && (
        <JobProgress
          key={jobId}
          jobId={jobId}
          title="Testo"
          show={(job) => <GrowingText text={writtenBy(job).soFar} />}
          onEnd={(job) => setWritten(writtenBy(job).text)}
        />
      )}
      {written && (
        <article aria-label="Testo generato" className="whitespace-pre-line rounded-field bg-stone p-4">
          {written}
        </article>
      )}
    </section>
  )
}

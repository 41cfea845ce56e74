import { useState } from 'react'
import { GenerateLocationText, GenerateRouteText } from '../../../../modules/integrations/ai/contract.ts'
import type { Prompt } from '../../../../modules/integrations/prompts/contract.ts'
import { actForm, SendButton } from '../../kit/ActForm.tsx'
import { callToEnd } from '../../kit/callToEnd.ts'
import { FormText } from '../../kit/Form.tsx'
import { GrowingText } from '../../kit/GrowingText.tsx'
import { JobProgress } from '../../kit/JobProgress.tsx'
import { writtenBy } from '../../kit/writtenBy.ts'

/** Tries a prompt. The resulting text is stored with the job only. */
export function PromptTrial({ prompt, isSaved }: { prompt: Prompt; isSaved: boolean }) {
  const [jobId, setJobId] = useState<number | null>(null)
  const [written, setWritten] = useState('')
  const Trial = prompt.fieldType === 'general' ? RouteTrial : PlaceTrial
  function onStart(): void {
    setWritten('')
    setJobId(null)
  }
  return (
    <section aria-labelledby="prova" className="grid gap-4 rounded-card border border-line p-4 sm:p-5">
      <h2 id="prova" className="font-semibold">
        Prova
      </h2>
      <Trial promptId={prompt.id} isSaved={isSaved} onStart={onStart} onJob={setJobId} />
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

interface TrialProps {
  promptId: number
  isSaved: boolean
  onStart: () => void
  onJob: (jobId: number) => void
}

const trial = {
  failed: 'Impossibile generare il testo',
  onDone: ({ jobId }: { jobId: number }, { onJob }: TrialProps) => onJob(jobId),
  className: 'grid gap-4',
}

const RouteTrial = actForm<typeof GenerateRouteText, TrialProps>({
  ...trial,
  asked: GenerateRouteText,
  valuesOf: ({ promptId }) => ({
    promptId,
    departureLocation: 'Aeroporto Brindisi',
    destinationLocation: 'Otranto',
  }),
  send(input, { onStart }) {
    onStart()
    return callToEnd(GenerateRouteText, input)
  },
  Fields: ({ form, isSaved }) => (
    <>
      <FormText form={form} name="departureLocation" />
      <FormText form={form} name="destinationLocation" />
      <Generate form={form} isSaved={isSaved} />
    </>
  ),
})

const PlaceTrial = actForm<typeof GenerateLocationText, TrialProps>({
  ...trial,
  asked: GenerateLocationText,
  valuesOf: ({ promptId }) => ({ promptId, locationName: 'Otranto' }),
  send(input, { onStart }) {
    onStart()
    return callToEnd(GenerateLocationText, input)
  },
  Fields: ({ form, isSaved }) => (
    <>
      <FormText form={form} name="locationName" />
      <Generate form={form} isSaved={isSaved} />
    </>
  ),
})

type GenerateProps = Pick<TrialProps, 'isSaved'> & { form: { isSaving: boolean } }

function Generate({ form, isSaved }: GenerateProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SendButton form={form} look="ink" disabled={!isSaved}>
        Genera con AI
      </SendButton>
      {!isSaved && <span className="text-ink-soft text-sm">Salva il prompt per provarlo.</span>}
    </div>
  )
}

import { useState } from 'react'
import { type FieldValues, type Path, type PathValue, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { FieldType } from '../../../../modules/integrations/prompts/contract.ts'
import { ListPrompts } from '../../../../modules/integrations/prompts/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import { DraftReview } from '../../kit/DraftReview.tsx'
import { FormArea } from '../../kit/Form.tsx'
import { GrowingText } from '../../kit/GrowingText.tsx'
import { JobProgress } from '../../kit/JobProgress.tsx'
import type { ContractForm } from '../../kit/useContractForm.ts'
import { writtenBy } from '../../kit/writtenBy.ts'
import { promptChoices } from '../prompts/promptLabels.ts'

interface AiTextProps<T extends FieldValues> {
  form: ContractForm<T>
  name: Path<T>
  label: string
  /** Kind of text. Staff can choose only prompts of this kind. */
  fieldType: FieldType
  /** Text that names what staff must still choose before a request; empty if nothing is missing. */
  missing: string
  /** Returns the id of the job; null if the server refused, which a toast reports. */
  generate: (promptId: number) => Promise<number | null>
}

/** Requests a text, which appears as a draft beside the field. Staff accept all of it, single paragraphs or nothing. */
export function AiText<T extends FieldValues>(props: AiTextProps<T>) {
  const { form, name, label, fieldType, missing, generate } = props
  const prompts = useQueryCall(ListPrompts, { fieldType, isActive: true, page: 1, limit: 100 })
  const [promptId, setPromptId] = useState('')
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [jobId, setJobId] = useState<number | null>(null)
  const [draft, setDraft] = useState<ReturnType<typeof writtenBy> | null>(null)
  const current: unknown = useWatch({ control: form.rhf.control, name })
  const text = typeof current === 'string' ? current : ''

  async function ask(): Promise<void> {
    const reason = missing || (promptId === '' ? 'Prompt AI richiesto' : '')
    setProblem(reason)
    if (reason) return
    setAsking(true)
    setJobId(null)
    setDraft(null)
    setJobId(await generate(Number(promptId)))
    setAsking(false)
  }

  function put(value: string): void {
    form.rhf.setValue(name, value as PathValue<T, Path<T>>, { shouldDirty: true, shouldValidate: true })
  }

  function discard(): void {
    setDraft(null)
    setJobId(null)
  }

  const choices = prompts.data?.items ?? []
  const promptName = choices.find(({ id }) => String(id) === promptId)?.name ?? ''
  return (
    <section aria-label={`${label} con AI`} className="grid gap-3">
      <FormArea
        form={form}
        name={name}
        label={label}
        rows={6}
        hint="Markdown; compare sulla pagina pubblica."
      />
      <div className="flex flex-wrap items-end gap-3">
        <ChoiceField
          label={`Prompt per ${label.toLowerCase()}`}
          isRequired
          className="min-w-60 flex-1 sm:max-w-sm"
          error={problem || undefined}
          value={promptId}
          none="Scegli un prompt"
          choices={promptChoices(choices)}
          onPick={(id) => {
            setPromptId(id)
            setProblem('')
          }}
        />
        <Button look="plain" disabled={isAsking} aria-busy={isAsking} onClick={() => void ask()}>
          Genera con AI<span className="sr-only">: {label}</span>
        </Button>
      </div>
      {prompts.data && choices.length === 0 && (
        <p className="text-ink-soft text-sm">
          Nessun prompt attivo per questo testo:{' '}
          <Link to={adminPath('ai/chatgpt/')} className="text-sea-deep underline">
            aggiungine uno
          </Link>
          .
        </p>
      )}
      {jobId !== null && !draft?.text && (
        <JobProgress
          key={jobId}
          jobId={jobId}
          title={label}
          show={(job) => <GrowingText text={writtenBy(job).soFar} />}
          onEnd={(job) => setDraft(writtenBy(job))}
        />
      )}
      {draft?.text && (
        <DraftReview
          key={jobId}
          label={label}
          text={text}
          draft={draft.text}
          origin={`${draft.model}, ${promptName}`}
          onChange={put}
          onDiscard={discard}
        />
      )}
    </section>
  )
}

import { useLocation } from 'react-router'
import {
  CreatePrompt,
  type FieldType,
  ListPrompts,
  type Prompt,
  ReadPrompt,
  SavePrompt,
  type TextProvider,
} from '../../../../modules/integrations/prompts/contract.ts'
import {
  italianNames,
  unknownSentence,
  variablesFor,
  warningsOf,
} from '../../../../modules/integrations/prompts/placeholders.contract.ts'
import { FieldRow, Form, FormArea, FormCheck, FormSelect, FormText } from '../../kit/Form.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'
import { VariableButtons } from '../../kit/VariableButtons.tsx'
import { PromptTrial } from './PromptTrial.tsx'
import { fieldTypeNames, providerIn, providerPages } from './promptLabels.ts'

export default function PromptForm() {
  const provider = providerIn(useLocation().pathname)
  return (
    <ThingScreen
      read={ReadPrompt}
      titles={{ created: `Nuovo prompt per ${providerPages[provider].name}`, edited: 'Modifica prompt' }}
    >
      {(prompt) => <Editor prompt={prompt} provider={provider} />}
    </ThingScreen>
  )
}

function Editor({ prompt, provider }: { prompt: Prompt | null; provider: TextProvider }) {
  const { form, leave } = useThingForm({
    create: CreatePrompt,
    change: SavePrompt,
    read: ReadPrompt,
    row: prompt,
    initial: { name: '', prompt: '', provider, fieldType: 'general', isActive: true },
    done: prompt ? 'Prompt aggiornato' : 'Prompt creato',
    failed: 'Impossibile salvare il prompt',
    list: providerPages[provider].path,
    pathAfter: (saved) => providerPages[saved.provider].path,
    renews: [ListPrompts.http],
  })
  const text: string = form.rhf.watch('prompt') ?? ''
  const fieldType: FieldType = form.rhf.watch('fieldType')

  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Form form={form} save={prompt ? 'Aggiorna Prompt' : 'Aggiungi Prompt'} onCancel={leave}>
        <FormText form={form} name="name" label="Nome" />
        <FieldRow>
          <FormSelect
            form={form}
            name="provider"
            label="Fornitore"
            choices={[
              ['openai', 'ChatGPT (OpenAI)'],
              ['anthropic', 'Claude (Anthropic)'],
            ]}
          />
          <FormSelect
            form={form}
            name="fieldType"
            label="Categoria"
            choices={Object.entries(fieldTypeNames)}
          />
        </FieldRow>
        <div className="grid gap-2">
          <VariableButtons names={variablesFor(fieldType).map((variable) => italianNames[variable])}>
            <FormArea
              form={form}
              name="prompt"
              label="Testo del prompt"
              rows={10}
              hint="Al posto delle variabili va il nome vero, quando il testo viene chiesto."
            />
          </VariableButtons>
          <Checks text={text} fieldType={fieldType} />
        </div>
        <FormCheck
          form={form}
          name="isActive"
          label="Attivo"
          hint="Solo i prompt attivi si possono scegliere."
        />
      </Form>
      {prompt && <PromptTrial prompt={prompt} isSaved={!form.rhf.formState.isDirty} />}
    </div>
  )
}

function Checks({ text, fieldType }: { text: string; fieldType: FieldType }) {
  const unknown = unknownSentence(text)
  const warnings = text.trim() ? warningsOf(text, fieldType) : []
  const isFine = text.trim() !== '' && !unknown && warnings.length === 0
  return (
    <div aria-live="polite" className="grid gap-1 text-sm">
      {unknown && <p className="font-medium text-brick">{unknown}</p>}
      {warnings.map((warning) => (
        <p key={warning} className="text-[#6b4800]">
          {warning}
        </p>
      ))}
      {isFine && <p className="text-[#1f5f3a]">Le variabili vanno bene.</p>}
    </div>
  )
}

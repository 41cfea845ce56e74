import { useLocation } from 'react-router'
import {
  CreatePrompt,
  type FieldType,
  ListPrompts,
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
import { adminPath } from '../../kit/adminPath.ts'
import { FieldRow, FormArea, FormCheck, FormSelect, FormText } from '../../kit/Form.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'
import { VariableButtons } from '../../kit/VariableButtons.tsx'
import { PromptTrial } from './PromptTrial.tsx'
import { fieldTypeNames, providerIn, providerPages } from './promptLabels.ts'

/** Form of a prompt. The URL says for which provider a new prompt is. */
export default function PromptForm() {
  const Screen = screens[providerIn(useLocation().pathname)]
  return <Screen />
}

const screens = { openai: screenOf('openai'), anthropic: screenOf('anthropic') }

function screenOf(provider: TextProvider) {
  const { name, path } = providerPages[provider]
  return thingScreen({
    create: CreatePrompt,
    change: SavePrompt,
    read: ReadPrompt,
    initial: { name: '', prompt: '', provider, fieldType: 'general', isActive: true },
    title: { created: `Nuovo prompt per ${name}`, edited: 'Modifica prompt' },
    save: { created: 'Aggiungi Prompt', edited: 'Aggiorna Prompt' },
    done: { created: 'Prompt creato', edited: 'Prompt aggiornato' },
    failed: 'Impossibile salvare il prompt',
    list: path,
    pathAfter: (saved) => adminPath(providerPages[saved.provider].path),
    renews: [ListPrompts.http],
    Fields: PromptFields,
    Beside: Trial,
  })
}

type PromptProps = Fields<typeof CreatePrompt, typeof ReadPrompt>

function Trial({ form, row }: PromptProps) {
  return row && <PromptTrial prompt={row} isSaved={!form.rhf.formState.isDirty} />
}

function PromptFields({ form }: PromptProps) {
  const text: string = form.rhf.watch('prompt') ?? ''
  const fieldType: FieldType = form.rhf.watch('fieldType')
  return (
    <>
      <FormText form={form} name="name" />
      <FieldRow>
        <FormSelect
          form={form}
          name="provider"
          choices={[
            ['openai', 'ChatGPT (OpenAI)'],
            ['anthropic', 'Claude (Anthropic)'],
          ]}
        />
        <FormSelect form={form} name="fieldType" choices={Object.entries(fieldTypeNames)} />
      </FieldRow>
      <div className="grid gap-2">
        <VariableButtons names={variablesFor(fieldType).map((variable) => italianNames[variable])}>
          <FormArea
            form={form}
            name="prompt"
            rows={10}
            hint="Al posto delle variabili va il nome vero, quando il testo viene chiesto."
          />
        </VariableButtons>
        <Checks text={text} fieldType={fieldType} />
      </div>
      <FormCheck form={form} name="isActive" hint="Solo i prompt attivi si possono scegliere." />
    </>
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

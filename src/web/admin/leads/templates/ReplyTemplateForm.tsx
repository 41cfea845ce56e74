import { type ReactNode, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { officeLanguage } from '../../../../languages/office.ts'
import { kindNames } from '../../../../modules/leads/lead/contract.ts'
import {
  CreateReplyTemplate,
  DeleteReplyTemplate,
  ListReplySamples,
  ListReplyTemplates,
  ReadReplyTemplate,
  type ReplyTemplate,
  SaveReplyTemplate,
  type ReplyTemplateForm as TemplateFields,
} from '../../../../modules/leads/templates/contract.ts'
import {
  filled,
  italianNames,
  unknownSentence,
  variables,
} from '../../../../modules/leads/templates/variables.contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { FieldRow, FormArea, FormSelect, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'
import { VariableButtons } from '../../kit/VariableButtons.tsx'
import { kindsInOrder, languageChoices, wayNames, waysInOrder } from '../lead/leadLabels.ts'

/** Form of a template. For a new template, the URL can name the bundled text that fills in the form. */
export default thingScreen({
  create: CreateReplyTemplate,
  change: SaveReplyTemplate,
  read: ReadReplyTemplate,
  With: WithBundled,
  initial: (bundled: Record<string, unknown>) => bundled,
  title: { created: 'Nuovo modello di risposta', edited: 'Modifica modello di risposta' },
  TitleActions: Deletion,
  save: 'Salva Modello',
  done: 'Modello salvato',
  failed: 'Impossibile salvare il modello',
  list: 'risposte/',
  renews: [ListReplyTemplates.http],
  Fields: ReplyFields,
  Beside: ({ form }) => <Preview {...(form.rhf.watch() as TemplateFields)} />,
})

/** Loads the values of a new template. */
function WithBundled({ children }: { children: (bundled: Record<string, unknown>) => ReactNode }) {
  const { id } = useParams()
  const [params] = useSearchParams()
  const templates = useQueryCall(ListReplyTemplates, {}, { enabled: id === undefined })
  if (id !== undefined) return children({})
  const asked = Object.fromEntries(params)
  return (
    <Answer of={templates}>
      {({ items }) => {
        const { id: _, ...bundled } = items.find(
          ({ kind, via, language }) =>
            kind === asked.kind && via === asked.via && language === asked.language,
        ) ?? { id: null, ...blank }
        return children(bundled)
      }}
    </Answer>
  )
}

const blank = {
  kind: 'availability_request',
  via: 'email',
  language: officeLanguage,
  name: '',
  subject: '',
  text: '',
}

function Deletion({ row: { id, name } }: { row: ReplyTemplate }) {
  const [isDeleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Button look="plain" onClick={() => setDeleting(true)}>
        Elimina
      </Button>
      {isDeleting && (
        <DeleteConfirm
          command={DeleteReplyTemplate}
          id={id}
          title={`Eliminare il modello «${name}»?`}
          done="Modello eliminato"
          failed="Impossibile eliminare il modello"
          renews={[ListReplyTemplates.http]}
          onClose={() => {
            setDeleting(false)
            void navigate(adminPath('risposte/'))
          }}
        >
          Se ha il nome di un testo predefinito, torna quello.
        </DeleteConfirm>
      )}
    </>
  )
}

function ReplyFields({ form }: Fields<typeof CreateReplyTemplate>) {
  const written = form.rhf.watch() as TemplateFields
  const isMail = written.via === 'email'
  const unknown = unknownSentence(`${isMail ? written.subject : ''}\n${written.text}`)
  return (
    <>
      <FieldRow>
        <FormSelect
          form={form}
          name="kind"
          choices={kindsInOrder.map((kind) => [kind, kindNames[kind].many] as const)}
        />
        <FormSelect
          form={form}
          name="via"
          choices={waysInOrder.map((via) => [via, wayNames[via]] as const)}
        />
        <FormSelect form={form} name="language" choices={languageChoices} />
      </FieldRow>
      <FormText
        form={form}
        name="name"
        hint="«Prima risposta» è il testo da cui parte ogni risposta; gli altri si scelgono."
      />
      {isMail && <FormText form={form} name="subject" aria-required />}
      <VariableButtons names={variables.map((one) => italianNames[one])}>
        <FormArea
          form={form}
          name="text"
          rows={12}
          hint="Una parte tra parentesi quadre, come [ alle {ora}], resta solo se la variabile ha un valore."
        />
      </VariableButtons>
      <p aria-live="polite" className="font-medium text-brick text-sm">
        {unknown}
      </p>
    </>
  )
}

function Preview({ kind, via, language, subject, text }: TemplateFields) {
  const samples = useQueryCall(ListReplySamples, {})
  return (
    <section aria-labelledby="anteprima" className="rounded-card border border-line p-4 sm:p-5">
      <h2 id="anteprima" className="mb-2 font-semibold">
        Anteprima
      </h2>
      <p className="mb-3 text-ink-soft text-sm">
        Nome e viaggio sono inventati, i prezzi sono quelli di oggi.
      </p>
      <Answer of={samples} rows={3}>
        {({ items }) => {
          const values = items.find((one) => one.kind === kind && one.language === language)?.values
          if (!values) return null
          return (
            <div lang={language} className="wrap-anywhere">
              {via === 'email' && <p className="mb-2 font-medium">{filled(subject ?? '', values)}</p>}
              <p className="whitespace-pre-line">{filled(text ?? '', values)}</p>
            </div>
          )
        }}
      </Answer>
    </section>
  )
}

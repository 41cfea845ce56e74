import { useEffect, useEffectEvent } from 'react'
import { Link, useParams } from 'react-router'
import {
  fieldName,
  kindNames,
  ReadTranslation,
  SaveTranslation,
  type Translation,
  translationForm,
} from '../../../../modules/content/translations/contract.ts'
import { call } from '../../../client.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { FormArea, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { type FormOf, type Parts, thingForm } from '../../kit/ThingForm.tsx'
import { Title } from '../../kit/Title.tsx'
import { WordChanges } from '../../kit/WordChanges.tsx'
import { AiTranslation } from './AiTranslation.tsx'
import { editorPath, languageInText, StateBadge } from './translationLabels.tsx'

type Key = Pick<Translation, 'kind' | 'id' | 'language'>

export default function TranslationForm() {
  const { kind, id, language } = useParams()
  // The cast needs no check, because the server refuses an unknown kind or language with a message.
  const key = { kind, id: Number(id), language } as Key
  const translation = useQueryCall(ReadTranslation, key, { isUncached: true })
  return (
    <>
      <Title>{`Traduzione in ${languageInText(key.language)}`}</Title>
      <Answer of={translation} rows={8}>
        {(row) => <Editor key={editorPath(row)} row={row} />}
      </Answer>
    </>
  )
}

/** Returns the values of the form, with a field for every Italian text. */
function valuesOf({ kind, id, language, source, text, sourceUpdatedAt, updatedAt }: Translation) {
  const texts = Object.keys(source).map((field) => [field, text[field] ?? ''] as const)
  return {
    kind,
    id,
    language,
    sourceUpdatedAt,
    updatedAt,
    state: 'reviewed' as const,
    text: Object.fromEntries(texts),
  }
}

interface TranslationProps {
  row: Translation
}

type TranslationParts = Parts<typeof SaveTranslation, TranslationProps>

const Editor = thingForm<typeof SaveTranslation, TranslationProps>({
  command: SaveTranslation,
  schemaOf: ({ row }) => translationForm(row),
  valuesOf: ({ row }) => valuesOf(row),
  readAgain: async ({ row: { kind, id, language } }) =>
    valuesOf(await call<typeof ReadTranslation>(ReadTranslation.http, { kind, id, language })),
  done: (saved) => (saved.state === 'reviewed' ? 'Traduzione rivista: è sul sito' : 'Bozza salvata'),
  failed: 'Impossibile salvare la traduzione',
  onSaved: (saved, { form }) => form.rhf.setValue('updatedAt', saved.updatedAt),
  isWide: true,
  save: (parts) => (isReviewed(parts) ? 'Salva' : 'Segna come rivista'),
  Above: State,
  Fields,
  Actions,
})

const isReviewed = ({ row, form }: TranslationParts) =>
  row.state === 'reviewed' && !form.rhf.formState.isDirty

function State({ row }: TranslationProps) {
  const { kind, state } = row
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          {kindNames[kind]} <strong>{row.title}</strong>
        </span>
        <StateBadge state={state} />
        {row.isShown && state !== 'reviewed' && (
          <span className="text-ink-soft">Gli ospiti leggono l’ultima versione rivista.</span>
        )}
      </p>
      {state !== 'reviewed' && <AiTranslation of={row} />}
    </>
  )
}

function Fields({ form, row }: TranslationParts) {
  // Puts the version of a changed Italian text into the form, because the server refuses a save with an older version.
  const showSource = useEffectEvent((moment: string) => form.rhf.setValue('sourceUpdatedAt', moment))
  useEffect(() => showSource(row.sourceUpdatedAt), [row.sourceUpdatedAt])
  return Object.keys(row.source).map((field) => <Pair key={field} form={form} row={row} field={field} />)
}

function Actions(parts: TranslationParts) {
  const { form, row } = parts
  const { next, language } = row
  return (
    <>
      <Button look="plain" disabled={form.isSaving} onClick={() => form.submitWith({ state: 'draft' })}>
        {isReviewed(parts) ? 'Ritira dal sito' : 'Salva bozza'}
      </Button>
      {next && (
        <Link to={editorPath({ ...next, language })} className={buttonClass('plain')}>
          Prossimo testo
        </Link>
      )}
    </>
  )
}

const longLine = 40
const charactersInRow = 60

interface PairProps {
  form: FormOf<typeof SaveTranslation>
  row: Translation
  field: string
}

/** Shows the Italian text beside its translation, on a phone above the translation. */
function Pair({ form, row: { source, madeFrom, language, state, warnings }, field }: PairProps) {
  const italian = source[field] ?? ''
  const before = madeFrom[field]
  const isChanged = state === 'outdated' && before !== italian
  const label = fieldName(field)
  const warning = warnings.find(({ path }) => path === `text.${field}`)
  const isLong = italian.length > longLine || italian.includes('\n')
  const bound = {
    form,
    name: `text.${field}`,
    label: `${label} in ${languageInText(language)}`,
    lang: language,
    // A review needs every text, except the slug, which the server derives from the title.
    ...(field === 'slug' ? {} : { 'aria-required': true as const }),
  }
  return (
    <div className="grid gap-3 rounded-card border border-line p-4 md:grid-cols-2">
      <div>
        <h2 className="font-medium">
          {label} <span className="font-normal text-ink-soft">in italiano</span>
          {isChanged && <span className="font-normal text-brick"> · cambiato dopo la traduzione</span>}
        </h2>
        <p className="wrap-anywhere mt-1 whitespace-pre-line">
          {isChanged ? <WordChanges before={before ?? ''} after={italian} /> : italian}
        </p>
      </div>
      <div className="grid content-start gap-2">
        {isLong ? (
          <FormArea {...bound} rows={Math.min(30, 2 + Math.ceil(italian.length / charactersInRow))} />
        ) : (
          <FormText {...bound} {...(field === 'slug' ? { hint: 'Vuoto: dal titolo' } : {})} />
        )}
        {warning && <p className="text-brick text-sm">Da controllare. {warning.message}</p>}
      </div>
    </div>
  )
}

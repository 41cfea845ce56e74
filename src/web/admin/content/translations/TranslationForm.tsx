import type { Static } from '@sinclair/typebox'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
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
import { Form, FormArea, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { type ContractForm, useContractForm } from '../../kit/useContractForm.ts'
import { WordChanges } from '../../kit/WordChanges.tsx'
import { AiTranslation } from './AiTranslation.tsx'
import { editorPath, languageInText, StateBadge } from './translationLabels.tsx'

type Values = Static<ReturnType<typeof translationForm>> & FieldValues
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

function Editor({ row }: { row: Translation }) {
  const { kind, id, language, state, next } = row
  const [schema] = useState(() => translationForm(row))
  const asked = useRef<'draft' | 'reviewed'>('reviewed')
  const form = useContractForm({
    schema,
    values: valuesOf(row),
    save: (input) => call<typeof SaveTranslation>(SaveTranslation.http, { ...input, state: asked.current }),
    done: (saved) => (saved.state === 'reviewed' ? 'Traduzione rivista: è sul sito' : 'Bozza salvata'),
    failed: 'Impossibile salvare la traduzione',
    readAgain: async () =>
      valuesOf(await call<typeof ReadTranslation>(ReadTranslation.http, { kind, id, language })),
    onSaved: (saved) => form.rhf.setValue('updatedAt', saved.updatedAt),
  })
  // Puts the version of a changed Italian text into the form, because the server refuses a save with an older version.
  const showSource = useEffectEvent((moment: string) => form.rhf.setValue('sourceUpdatedAt', moment))
  useEffect(() => showSource(row.sourceUpdatedAt), [row.sourceUpdatedAt])

  const saveAs = (wanted: typeof asked.current) => {
    asked.current = wanted
    form.submit()
  }
  const isReviewed = state === 'reviewed' && !form.rhf.formState.isDirty
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
      <div onSubmitCapture={() => (asked.current = 'reviewed')}>
        <Form
          form={form}
          isWide
          save={isReviewed ? 'Salva' : 'Segna come rivista'}
          actions={
            <>
              <Button look="plain" disabled={form.isSaving} onClick={() => saveAs('draft')}>
                {isReviewed ? 'Ritira dal sito' : 'Salva bozza'}
              </Button>
              {next && (
                <Link to={editorPath({ ...next, language })} className={buttonClass('plain')}>
                  Prossimo testo
                </Link>
              )}
            </>
          }
        >
          {Object.keys(row.source).map((field) => (
            <Pair key={field} form={form} row={row} field={field} />
          ))}
        </Form>
      </div>
    </>
  )
}

const longLine = 40
const charactersInRow = 60

interface PairProps {
  form: ContractForm<Values>
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

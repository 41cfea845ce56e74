import type { Static } from '@sinclair/typebox'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldValues, get, useController } from 'react-hook-form'
import type { StaffLocation } from '../../../../modules/catalog/places/contract.ts'
import {
  type LocationNames as Names,
  namesForm,
  ReadLocationNames,
  SaveLocationNames,
} from '../../../../modules/catalog/places/names.contract.ts'
import { call } from '../../../client.ts'
import { TextArea } from '../../../ui/Field.tsx'
import { renew, useQueryCall } from '../../kit/api.ts'
import { FieldGroup, FieldRow, Form, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { type ContractForm, useContractForm } from '../../kit/useContractForm.ts'

type NamesForm = ContractForm<Static<ReturnType<typeof namesForm>> & FieldValues>
type Place = Pick<StaffLocation, 'id' | 'name'>

/** Form of a place's names and aliases, which are saved separately from the place. */
export function LocationNames({ row }: { row: Place }) {
  const names = useQueryCall(ReadLocationNames, { id: row.id }, { isUncached: true })
  return (
    <div className="mt-8">
      <Answer of={names} rows={6}>
        {(values) => <Editor location={row} values={values} />}
      </Answer>
    </div>
  )
}

/** Returns the Italian name of a language, such as `inglese`. */
const languageName = (code: string) => new Intl.DisplayNames('it', { type: 'language' }).of(code) ?? code

function Editor({ location: { id, name }, values }: { location: Place; values: Names }) {
  const client = useQueryClient()
  const [schema] = useState(() => namesForm(values))
  const form = useContractForm({
    schema,
    values: { id, ...values },
    save: (input) => call<typeof SaveLocationNames>(SaveLocationNames.http, input),
    done: 'Nomi salvati: il sito li trova subito',
    failed: 'Impossibile salvare i nomi',
    readAgain: async () => ({
      id,
      ...(await call<typeof ReadLocationNames>(ReadLocationNames.http, { id })),
    }),
    onSaved: () => void renew(client, [ReadLocationNames.http]),
  })
  return (
    <Form form={form} save="Salva Nomi">
      <FieldGroup title="Nomi e lingue">
        <p className="text-ink-soft">
          In italiano la località si chiama <strong className="text-ink">{name}</strong>: il nome si cambia
          qui sopra. La ricerca trova ogni nome da ogni pagina, in qualsiasi lingua, anche senza accenti.
          Parole come aeroporto, stazione, porto e spiaggia le capisce già in tutte.
        </p>
        {Object.keys(values.aliases).map((language) => (
          <FieldRow key={language}>
            {language in values.names && (
              <FormText
                form={form}
                name={`names.${language}`}
                label={`Nome in ${languageName(language)}`}
                placeholder={name}
                hint="Vuoto: vale quello italiano."
              />
            )}
            <AliasField form={form} language={language} />
          </FieldRow>
        ))}
      </FieldGroup>
    </Form>
  )
}

/** Field with one alias on each line. The server drops empty lines. */
function AliasField({ form, language }: { form: NamesForm; language: string }) {
  const name = `aliases.${language}` as const
  const { field } = useController({ control: form.rhf.control, name })
  const error: { message?: string } | { message?: string }[] | undefined = get(
    form.rhf.formState.errors,
    name,
  )
  const [first] = Array.isArray(error) ? error.filter(Boolean) : [error]
  const lines = field.value
  return (
    <TextArea
      name={name}
      ref={field.ref}
      onBlur={field.onBlur}
      value={lines.join('\n')}
      onChange={({ target }) => field.onChange(target.value.split('\n'))}
      label={`Altri nomi in ${languageName(language)}`}
      hint="Uno per riga."
      rows={Math.max(3, lines.length + 1)}
      error={first?.message}
    />
  )
}

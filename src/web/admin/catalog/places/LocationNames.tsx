import { get, useController } from 'react-hook-form'
import type { StaffLocation } from '../../../../modules/catalog/places/contract.ts'
import {
  type LocationNames as Names,
  namesForm,
  ReadLocationNames,
  SaveLocationNames,
} from '../../../../modules/catalog/places/names.contract.ts'
import { call } from '../../../client.ts'
import { TextArea } from '../../../ui/Field.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { FieldGroup, FieldRow, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { type FormOf, type Parts, thingForm } from '../../kit/ThingForm.tsx'

type Place = Pick<StaffLocation, 'id' | 'name'>

/** Form of a place's names and aliases, which are saved separately from the place. */
export function LocationNames({ row }: { row: Place }) {
  const names = useQueryCall(ReadLocationNames, { id: row.id }, { isUncached: true })
  return (
    <div className="mt-8">
      <Answer of={names} rows={6}>
        {(values) => <NamesForm location={row} values={values} />}
      </Answer>
    </div>
  )
}

/** Returns the Italian name of a language, such as `inglese`. */
const languageName = (code: string) => new Intl.DisplayNames('it', { type: 'language' }).of(code) ?? code

interface NamesProps {
  location: Place
  values: Names
}

const NamesForm = thingForm<typeof SaveLocationNames, NamesProps>({
  command: SaveLocationNames,
  schemaOf: ({ values }) => namesForm(values),
  valuesOf: ({ location: { id }, values }) => ({ id, ...values }),
  readAgain: async ({ location: { id } }) => ({
    id,
    ...(await call<typeof ReadLocationNames>(ReadLocationNames.http, { id })),
  }),
  done: 'Nomi salvati: il sito li trova subito',
  failed: 'Impossibile salvare i nomi',
  renews: [ReadLocationNames.http],
  save: 'Salva Nomi',
  Fields,
})

function Fields({ form, location: { name }, values }: Parts<typeof SaveLocationNames, NamesProps>) {
  return (
    <FieldGroup title="Nomi e lingue">
      <p className="text-ink-soft">
        In italiano la località si chiama <strong className="text-ink">{name}</strong>: il nome si cambia qui
        sopra. La ricerca trova ogni nome da ogni pagina, in qualsiasi lingua, anche senza accenti. Parole
        come aeroporto, stazione, porto e spiaggia le capisce già in tutte.
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
  )
}

/** Field with one alias on each line. The server drops empty lines. */
function AliasField({ form, language }: { form: FormOf<typeof SaveLocationNames>; language: string }) {
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

import { clean } from '../../../../kernel/check.ts'
import { priceFields } from '../../../../modules/catalog/book/contract.ts'
import {
  CreatePriceList,
  ListPriceLists,
  type PriceListPreview as Preview,
  PreviewPriceList,
  type PriceList,
  ReadPriceList,
  SavePriceList,
} from '../../../../modules/catalog/priceLists/contract.ts'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { callToEnd } from '../../kit/callToEnd.ts'
import { FieldGroup, FieldRow, Form, FormSelect, FormText } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { showNumber } from '../../kit/format.ts'
import { useCheckedSave } from '../../kit/useCheckedSave.ts'
import { useLeaving } from '../../kit/useLeaving.ts'
import { useThingForm } from '../../kit/useThingForm.ts'
import { keyOf } from '../prices/ChangeList.tsx'
import { PlainChanges } from '../prices/PlainChanges.tsx'
import { OverlayFields } from './OverlayFields.tsx'
import { PriceListPreview } from './PriceListPreview.tsx'

interface PriceListEditorProps {
  list: PriceList | null
  places: (readonly [id: number, name: string])[]
  types: (readonly [id: number, name: string])[]
}

const empty = {
  overlay: 'period',
  weekdays: [],
  name: '',
  startsOn: '',
  endsOn: '',
  departure: '',
  kind: '',
  fields: [...priceFields],
  percent: '',
  amount: '',
  roundTo: '',
  cells: [],
}

/** Form of a price list. In a list that is in force, staff can change only the last day. */
export function PriceListEditor({ list, places, types }: PriceListEditorProps) {
  const isRunning = list?.state === 'in corso'
  const { form, leave } = useThingForm({
    create: CreatePriceList,
    change: SavePriceList,
    read: ReadPriceList,
    row: list,
    initial: empty,
    done: list ? 'Listino aggiornato' : 'Listino programmato',
    failed: list ? 'Impossibile aggiornare il listino' : 'Impossibile programmare il listino',
    list: 'listini/',
    renews: [ListPriceLists.http, ReadPriceList.http],
  })
  const preview = useCommandCall(PreviewPriceList, { failed: 'Impossibile calcolare i nuovi prezzi' })
  const rule = () => clean(PreviewPriceList.input, form.input()) as typeof PreviewPriceList.input.static
  const signal = useLeaving()
  const guard = useCheckedSave(
    form,
    async () => ((await form.rhf.trigger()) ? callToEnd(PreviewPriceList, rule(), signal()) : null),
    ({ warnings }) => warnings.length > 0,
  )
  const lastDay = (
    <FormText
      form={form}
      name="endsOn"
      label="Ultimo giorno"
      type="date"
      hint="Compreso; vuoto: il listino resta"
    />
  )
  const fieldsFault = form.rhf.getFieldState('fields', form.rhf.formState).error?.message
  return (
    <Form
      form={isRunning ? form : guard.form}
      save={list ? 'Aggiorna listino' : 'Programma listino'}
      onCancel={leave}
      actions={
        !isRunning && (
          <Button
            look="plain"
            aria-busy={preview.isPending}
            disabled={preview.isPending}
            onClick={() => preview.mutate(rule(), { onError: form.showErrors })}
          >
            Anteprima
          </Button>
        )
      }
    >
      {isRunning ? (
        lastDay
      ) : (
        <>
          <FormText form={form} name="name" label="Nome" hint="Per esempio Estate 2027" />
          <OverlayFields form={form} />
          <FieldRow>
            <FormText
              form={form}
              name="startsOn"
              label="Primo giorno"
              type="date"
              hint="Dalla mezzanotte, ora italiana"
            />
            {lastDay}
          </FieldRow>
          <FieldGroup title="Di quanto cambiano">
            <FieldRow>
              <FormDecimal form={form} name="percent" as="text" label="Percentuale" hint="15 oppure -7,5" />
              <FormDecimal
                form={form}
                name="amount"
                as="text"
                label="Oppure importo in euro"
                hint="5 oppure -2,50"
              />
              <FormSelect
                form={form}
                name="roundTo"
                label="Arrotonda a"
                none="centesimi"
                choices={[
                  ['0.50', '50 centesimi'],
                  ['1', '1 euro'],
                  ['5', '5 euro'],
                  ['10', '10 euro'],
                ]}
              />
            </FieldRow>
          </FieldGroup>
          <FieldGroup title="Quali prezzi">
            <FieldRow>
              <FormSelect
                form={form}
                name="departure"
                label="Partenza"
                none="Tutte le partenze"
                choices={places}
              />
              <FormSelect
                form={form}
                name="kind"
                label="Tipologia"
                none="Tutte le tipologie"
                choices={types}
              />
            </FieldRow>
            <fieldset className="grid gap-x-4 sm:grid-cols-2">
              <legend className="mb-1 font-medium text-sm">Prezzi</legend>
              {priceFields.map((field) => (
                <label key={field} className="flex min-h-(--target) items-center gap-2">
                  <input
                    type="checkbox"
                    value={field}
                    className="size-5 accent-sea"
                    {...form.rhf.register('fields')}
                  />
                  {priceLabels[field]}
                </label>
              ))}
              {fieldsFault && (
                <p role="alert" data-error="fields" className="font-medium text-brick text-sm">
                  {fieldsFault}
                </p>
              )}
            </fieldset>
          </FieldGroup>
          {list !== null && list.cells.length > 0 && (
            <p className="text-ink-soft">
              {list.cells.length === 1
                ? 'Un prezzo è scritto a mano e va prima della regola.'
                : `${showNumber(list.cells.length)} prezzi sono scritti a mano e vanno prima della regola.`}
            </p>
          )}
        </>
      )}
      {guard.found && (
        <Confirm
          title="Questi prezzi sono giusti?"
          action="Sono giusti, salva"
          onConfirm={guard.confirm}
          onClose={guard.close}
        >
          <PlainChanges {...onlyOdd(guard.found)} />
        </Confirm>
      )}
      {preview.data && <PriceListPreview of={preview.data} rule={preview.variables} />}
    </Form>
  )
}

function onlyOdd({ changes, warnings }: Preview): Pick<Preview, 'changes' | 'warnings'> {
  const odd = new Set(warnings.map(keyOf))
  return { changes: changes.filter((change) => odd.has(keyOf(change))), warnings }
}

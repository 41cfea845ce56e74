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
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { callToEnd } from '../../kit/callToEnd.ts'
import { showNumber, showNumericDay } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import type { FormQuestion } from '../../kit/ThingForm.tsx'
import { thingScreen } from '../../kit/ThingScreen.tsx'
import { keyOf } from '../prices/ChangeList.tsx'
import { PlainChanges } from '../prices/PlainChanges.tsx'
import { WithChoices } from '../routes/WithChoices.tsx'
import { changeText, overlayText, StateBadge, scopeText } from './listLabels.tsx'
import { PriceDay } from './PriceDay.tsx'
import { PriceListFields, type PriceListParts } from './PriceListFields.tsx'

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

/** In a list that is in force, staff can change only the last day. */
export default thingScreen({
  create: CreatePriceList,
  change: SavePriceList,
  read: ReadPriceList,
  initial: empty,
  title: { created: 'Nuovo listino', edited: ({ name }) => name },
  intro: {
    created:
      'Vale per i viaggi dei suoi giorni, anche prenotati prima: i prezzi si calcolano da quelli di base, che restano come sono.',
  },
  save: { created: 'Programma listino', edited: 'Aggiorna listino' },
  done: { created: 'Listino programmato', edited: 'Listino aggiornato' },
  failed: { created: 'Impossibile programmare il listino', edited: 'Impossibile aggiornare il listino' },
  list: 'listini/',
  renews: [ListPriceLists.http],
  isEditable: ({ state }, { may }) => may(SavePriceList) && (state === 'programmato' || state === 'in corso'),
  useShared: usePreview,
  check: { run: oddChanges, Question },
  With: WithChoices,
  Details,
  Fields: PriceListFields,
  Actions: PreviewButton,
})

const isRunning = (list: PriceList | null) => list?.state === 'in corso'

const ruleOf = (form: PriceListParts['form']) =>
  clean(PreviewPriceList.input, form.input()) as typeof PreviewPriceList.input.static

function usePreview() {
  return useCommandCall(PreviewPriceList, { failed: 'Impossibile calcolare i nuovi prezzi' })
}

async function oddChanges({ form, row }: Pick<PriceListParts, 'form' | 'row'>, signal: AbortSignal) {
  if (isRunning(row) || !(await form.rhf.trigger())) return null
  const found = await callToEnd(PreviewPriceList, ruleOf(form), signal)
  return found.warnings.length > 0 ? found : null
}

function Question({ found, onConfirm, onClose }: FormQuestion<typeof CreatePriceList, Preview>) {
  return (
    <Confirm
      title="Questi prezzi sono giusti?"
      action="Sono giusti, salva"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <PlainChanges {...onlyOdd(found)} />
    </Confirm>
  )
}

function onlyOdd({ changes, warnings }: Preview): Pick<Preview, 'changes' | 'warnings'> {
  const odd = new Set(warnings.map(keyOf))
  return { changes: changes.filter((change) => odd.has(keyOf(change))), warnings }
}

function PreviewButton({ form, row, shared: preview }: PriceListParts) {
  if (isRunning(row)) return null
  return (
    <Button
      look="plain"
      aria-busy={preview.isPending}
      disabled={preview.isPending}
      onClick={() => preview.mutate(ruleOf(form), { onError: form.showErrors })}
    >
      Anteprima
    </Button>
  )
}

function Details({ row: list }: { row: PriceList }) {
  const { may } = useRights()
  const isEditable = may(SavePriceList)
  return (
    <>
      {(list.state !== 'programmato' || !isEditable) && <Facts list={list} />}
      {isEditable && (list.state === 'programmato' || isRunning(list)) && (
        <PriceDay initial={list.startsOn} />
      )}
    </>
  )
}

function Facts({ list }: { list: PriceList }) {
  const details = [
    ['Stato', <StateBadge key="state" state={list.state} />],
    ['Tipo', overlayText(list)],
    ['Dal', showNumericDay(list.startsOn)],
    ['Al (compreso)', list.endsOn ? showNumericDay(list.endsOn) : 'resta'],
    ['Variazione', changeText(list)],
    ['Vale per', scopeText(list) || '—'],
    ['Prezzi scritti a mano', showNumber(list.cells.length)],
  ] as const
  return (
    <dl className="figures mb-5 grid max-w-4xl grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
      {details.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

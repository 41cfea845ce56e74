import { useParams } from 'react-router'
import {
  type PriceList,
  ReadPriceList,
  SavePriceList,
} from '../../../../modules/catalog/priceLists/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { showNumber, showNumericDay } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { WithChoices } from '../routes/WithChoices.tsx'
import { changeText, overlayText, StateBadge, scopeText } from './listLabels.tsx'
import { PriceDay } from './PriceDay.tsx'
import { PriceListEditor } from './PriceListEditor.tsx'

export default function PriceListForm() {
  const { id } = useParams()
  return id === undefined ? (
    <>
      <Title intro="Vale per i viaggi dei suoi giorni, anche prenotati prima: i prezzi si calcolano da quelli di base, che restano come sono.">
        Nuovo listino
      </Title>
      <WithChoices>{(choices) => <PriceListEditor key="nuovo" list={null} {...choices} />}</WithChoices>
    </>
  ) : (
    <Existing key={id} id={Number(id)} />
  )
}

function Existing({ id }: { id: number }) {
  const { may } = useRights()
  const list = useQueryCall(ReadPriceList, { id }, { isUncached: true })
  return (
    <Answer of={list} rows={8}>
      {(found) => (
        <>
          <Title>{found.name}</Title>
          {(found.state !== 'programmato' || !may(SavePriceList)) && <Details list={found} />}
          {may(SavePriceList) && (found.state === 'programmato' || found.state === 'in corso') && (
            <>
              <PriceDay initial={found.startsOn} />
              <WithChoices>
                {(choices) => <PriceListEditor key={found.id} list={found} {...choices} />}
              </WithChoices>
            </>
          )}
        </>
      )}
    </Answer>
  )
}

function Details({ list }: { list: PriceList }) {
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

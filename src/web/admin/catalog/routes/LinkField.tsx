import type { Static } from '@sinclair/typebox'
import { useRef, useState } from 'react'
import { ListRoutes, type RouteSummary } from '../../../../modules/catalog/routes/contract.ts'
import { call } from '../../../client.ts'
import { ComboboxList } from '../../../ui/ComboboxList.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { useCombobox } from '../../../ui/useCombobox.ts'
import type { Option } from '../../../ui/useSuggestions.ts'
import { sentenceOf } from '../../kit/api.ts'
import { useRouteLink } from './useRouteLinks.ts'

const charsMin = 2
const shownMax = 20

/** Field that finds a route by its places and links the picked one to the main route. */
export function LinkField({ mainId }: { mainId: number }) {
  const link = useRouteLink(mainId)
  const found = useRef<RouteSummary[]>([])
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const { boxProps, isOpen, state, inputProps, listProps } = useCombobox({
    value: { text, id: null },
    options: { load, charsMin },
    onChange(choice) {
      setRefusal(null)
      const route = choice.id === null ? undefined : found.current.find(({ id }) => id === choice.id)
      if (route) void pick(route)
      else setText(choice.text)
    },
  })

  async function load(search: string, signal: AbortSignal): Promise<Option[]> {
    const asked = { search, page: 1, limit: shownMax, main: false }
    const list = await call<typeof ListRoutes>(ListRoutes.http, asked, { signal })
    found.current = itemsOf(list).filter(({ mainRouteId }) => mainRouteId !== mainId)
    return found.current.map((route) => ({ id: route.id, name: nameOf(route), note: noteOf(route) }))
  }

  const pick = (route: RouteSummary) =>
    link({ id: route.id, name: nameOf(route) }).then(
      () => setText(''),
      (error) => setRefusal(sentenceOf(error)),
    )

  return (
    <div {...boxProps} className="relative max-w-xl">
      <TextField
        {...inputProps}
        label="Collega una tratta che esiste già"
        name="linkedRoute"
        aria-required
        error={refusal ?? undefined}
        hint={
          isOpen && state === 'none'
            ? 'Nessuna tratta con queste località.'
            : 'Scrivi le località. La tratta tiene i suoi testi, prezzi e indirizzo.'
        }
        spellCheck={false}
      />
      <ComboboxList {...listProps} label="Tratte trovate" />
    </div>
  )
}

function itemsOf(list: Static<typeof ListRoutes.output>): RouteSummary[] {
  return Array.isArray(list) ? list : list.items
}

const nameOf = ({ departure, destination }: RouteSummary) =>
  `${departure ?? 'Località sconosciuta'} → ${destination ?? 'Località sconosciuta'}`

const noteOf = ({ transferType, mainRouteId }: RouteSummary) =>
  [transferType, mainRouteId !== null && 'correlata di un’altra'].filter(Boolean).join(', ')

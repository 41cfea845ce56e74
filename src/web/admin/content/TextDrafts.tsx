import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadRoute, SaveRoute } from '../../../modules/catalog/contract.routes.ts'
import {
  DecideTextDraft,
  ListTextDrafts,
  type TextDraft,
} from '../../../modules/integrations/contract.drafts.ts'
import { call } from '../../client.ts'
import { Arrowed } from '../../ui/Arrowed.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { renew, sentenceOf, useAsk, useTell } from '../kit/api.ts'
import { type DataColumn, DataTable } from '../kit/DataTable.tsx'
import { DraftReview } from '../kit/DraftReview.tsx'
import { FilterBar, SearchBox } from '../kit/Filters.tsx'
import { showDate } from '../kit/format.ts'
import { RowAction, RowActions } from '../kit/RowAction.tsx'
import { Answer, Empty } from '../kit/States.tsx'
import { Title } from '../kit/Title.tsx'
import { useListAddress } from '../kit/useListAddress.ts'
import { TextBatch } from './TextBatch.tsx'

const fieldNames: Record<TextDraft['field'], string> = {
  longDescription: 'Descrizione',
  touristInfo: 'Informazioni turistiche',
}

const nameOf = ({ departure, destination }: TextDraft) => `${departure} - ${destination}`

export default function TextDrafts() {
  const address = useListAddress()
  const drafts = useAsk(ListTextDrafts, address.input, { keepPrevious: true })
  const [chosen, setChosen] = useState<TextDraft | null>(null)
  const discard = useTell(DecideTextDraft, {
    done: 'Bozza scartata',
    failed: 'Impossibile scartare la bozza',
    renews: [ListTextDrafts.http],
  })
  const throwAway = (id: number) => {
    if (chosen?.id === id) setChosen(null)
    discard.mutate({ id, isAccepted: false })
  }
  const columns: DataColumn<TextDraft>[] = [
    {
      id: 'route',
      header: 'Tratta',
      cell: ({ departure, destination }) => <Arrowed text={`${departure} → ${destination}`} />,
    },
    { id: 'field', header: 'Testo', cell: ({ field }) => fieldNames[field] },
    { id: 'origin', header: 'Scritta da', cell: ({ model, promptName }) => `${model}, ${promptName}` },
    { id: 'createdAt', header: 'Quando', sort: 'createdAt', cell: ({ createdAt }) => showDate(createdAt) },
    {
      id: 'actions',
      header: '',
      cell: (draft) => (
        <RowActions>
          <RowAction onClick={() => setChosen(draft)}>
            Rivedi<span className="sr-only"> {nameOf(draft)}</span>
          </RowAction>
          <RowAction onClick={() => throwAway(draft.id)}>
            Scarta<span className="sr-only"> {nameOf(draft)}</span>
          </RowAction>
        </RowActions>
      ),
    },
  ]
  return (
    <>
      <Title intro="Testi scritti per molte tratte in una volta. Nessuno va sul sito finché non lo accetti e lo salvi.">
        Bozze AI
      </Title>
      <div className="grid gap-6">
        <TextBatch />
        {chosen && (
          <Review
            key={chosen.id}
            draft={chosen}
            onClose={() => setChosen(null)}
            onDiscard={() => throwAway(chosen.id)}
          />
        )}
        <div>
          <FilterBar>
            <SearchBox
              label="Cerca per tratta"
              value={address.search}
              onSearch={(search) => address.set({ search })}
            />
          </FilterBar>
          <DataTable
            caption="Bozze da rivedere"
            columns={columns}
            of={drafts}
            rowId={({ id }) => id}
            address={address}
            empty={<Empty>Nessuna bozza da rivedere.</Empty>}
          />
        </div>
      </div>
    </>
  )
}

interface ReviewProps {
  draft: TextDraft
  onClose: () => void
  onDiscard: () => void
}

/** The route's text as it is now, and the draft beside it; saved with the version that was looked at. */
function Review({ draft, onClose, onDiscard }: ReviewProps) {
  const client = useQueryClient()
  const route = useAsk(ReadRoute, { id: draft.routeId }, { anew: true })
  const [changed, setChanged] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function save(row: typeof ReadRoute.output.static, text: string): Promise<void> {
    setSaving(true)
    try {
      await call<typeof SaveRoute>(SaveRoute.http, { ...row, [draft.field]: text })
      await call<typeof DecideTextDraft>(DecideTextDraft.http, { id: draft.id, isAccepted: true })
      toast({ title: 'Testo salvato nella tratta' })
      onClose()
      await renew(client, [ListTextDrafts.http, 'GET /api/admin/route-prices'])
    } catch (error) {
      toast({ title: 'Impossibile salvare il testo', text: sentenceOf(error), tone: 'destructive' })
      setSaving(false)
    }
  }

  return (
    <section aria-label={nameOf(draft)} className="grid gap-3 rounded-card border border-line p-4 sm:p-5">
      <h2 className="font-semibold">
        <Arrowed text={`${draft.departure} → ${draft.destination}`} />:{' '}
        {fieldNames[draft.field].toLowerCase()}
      </h2>
      <Answer of={route}>
        {(row) => (
          <>
            <DraftReview
              label={nameOf(draft)}
              text={changed ?? row[draft.field] ?? ''}
              draft={draft.text}
              origin={`${draft.model}, ${draft.promptName}`}
              onChange={setChanged}
              onDiscard={onDiscard}
            />
            <div className="flex flex-wrap gap-2">
              <Button
                look="ink"
                disabled={changed === null || isSaving}
                aria-busy={isSaving}
                onClick={() => void save(row, changed ?? '')}
              >
                Salva nella tratta
              </Button>
              <Button look="plain" onClick={onClose}>
                Decidi dopo
              </Button>
            </div>
          </>
        )}
      </Answer>
    </section>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ReadRoute, SaveRoute, type StaffRoute } from '../../../../modules/catalog/routes/contract.ts'
import { DiscardTextDrafts } from '../../../../modules/integrations/drafts/bulk.contract.ts'
import {
  DecideTextDraft,
  ListTextDrafts,
  type TextDraft,
} from '../../../../modules/integrations/drafts/contract.ts'
import { call } from '../../../client.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button } from '../../../ui/Button.tsx'
import { renew, useCommandCall, useQueryCall } from '../../kit/api.ts'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DraftReview } from '../../kit/DraftReview.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { Form } from '../../kit/Form.tsx'
import { showDate } from '../../kit/format.ts'
import { ListActs } from '../../kit/ListActs.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { SavedViews } from '../../kit/SavedViews.tsx'
import { Answer, Empty } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'
import { useListAddress } from '../../kit/useListAddress.ts'
import { draftFields } from './draftFields.ts'
import { TextBatch } from './TextBatch.tsx'

const nouns = ['bozza', 'bozze'] as const
const acts = { discard: 'Scarta' }

const draftName = ({ departure, destination }: TextDraft) => `${departure} - ${destination}`

export default function TextDrafts() {
  const address = useListAddress()
  const drafts = useQueryCall(ListTextDrafts, address.input, { keepPrevious: true })
  const [chosen, setChosen] = useState<TextDraft | null>(null)
  const discard = useCommandCall(DecideTextDraft, {
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
      cell: ({ departure, destination }) => (
        <span>
          <Arrowed text={`${departure} → ${destination}`} />
        </span>
      ),
    },
    { id: 'field', header: 'Testo', cell: ({ field }) => draftFields[field] },
    { id: 'origin', header: 'Scritta da', cell: ({ model, promptName }) => `${model}, ${promptName}` },
    { id: 'createdAt', header: 'Quando', sort: 'createdAt', cell: ({ createdAt }) => showDate(createdAt) },
    actionsColumn((draft) => (
      <RowActions>
        <RowAction onClick={() => setChosen(draft)}>
          Rivedi<span className="sr-only"> {draftName(draft)}</span>
        </RowAction>
        <RowAction onClick={() => throwAway(draft.id)}>
          Scarta<span className="sr-only"> {draftName(draft)}</span>
        </RowAction>
      </RowActions>
    )),
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
          <SavedViews section="ai/bozze/" />
          <FilterBar>
            <SearchBox label="Cerca per tratta" address={address} />
          </FilterBar>
          <DataTable
            caption="Bozze da rivedere"
            columns={columns}
            of={drafts}
            rowId={({ id }) => id}
            address={address}
            empty={<Empty>Nessuna bozza da rivedere.</Empty>}
            bulk={{
              command: DiscardTextDrafts,
              filter: address.search ? { search: address.search } : {},
              nouns,
              nameOf: (draft) => `${draftName(draft)}, ${draftFields[draft.field]}`,
              acts: (rows) => (
                <ListActs
                  command={DiscardTextDrafts}
                  acts={acts}
                  chosen={rows}
                  nouns={nouns}
                  renews={[ListTextDrafts.http]}
                />
              ),
            }}
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

function Review(props: ReviewProps) {
  const route = useQueryCall(ReadRoute, { id: props.draft.routeId }, { isUncached: true })
  return <Answer of={route}>{(row) => <ReviewForm {...props} row={row} />}</Answer>
}

function ReviewForm({ draft, row, onClose, onDiscard }: ReviewProps & { row: StaffRoute }) {
  const client = useQueryClient()
  const form = useContractForm({
    schema: SaveRoute.input,
    values: row,
    save: async (input) => {
      await call<typeof SaveRoute>(SaveRoute.http, input)
      await call<typeof DecideTextDraft>(DecideTextDraft.http, { id: draft.id, isAccepted: true })
    },
    done: 'Testo salvato nella tratta',
    failed: 'Impossibile salvare il testo',
    readAgain: () => call<typeof ReadRoute>(ReadRoute.http, { id: row.id }),
    onSaved: () => {
      onClose()
      void renew(client, [ListTextDrafts.http, 'GET /api/admin/route-prices'])
    },
  })
  const text = useWatch({ control: form.rhf.control, name: draft.field }) ?? ''
  return (
    <section aria-label={draftName(draft)} className="rounded-card border border-line p-4 sm:p-5">
      <Form
        form={form}
        save="Salva nella tratta"
        isWide
        actions={
          <Button look="plain" onClick={onClose}>
            Decidi dopo
          </Button>
        }
      >
        <fieldset name={draft.field} className="grid gap-3">
          <legend className="font-semibold">
            <Arrowed text={`${draft.departure} → ${draft.destination}`} />:{' '}
            {draftFields[draft.field].toLowerCase()}
          </legend>
          <DraftReview
            label={draftName(draft)}
            text={text}
            draft={draft.text}
            origin={`${draft.model}, ${draft.promptName}`}
            onChange={(next) => form.rhf.setValue(draft.field, next, { shouldDirty: true })}
            onDiscard={onDiscard}
          />
        </fieldset>
      </Form>
    </section>
  )
}

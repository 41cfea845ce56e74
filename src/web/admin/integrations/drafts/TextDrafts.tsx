import { createContext, useContext, useState } from 'react'
import { useWatch } from 'react-hook-form'
import {
  ReadRouteTexts,
  type RouteTexts,
  SaveRouteTexts,
} from '../../../../modules/catalog/routes/contract.ts'
import { WriteRouteTexts } from '../../../../modules/integrations/ai/batches.contract.ts'
import { DiscardTextDrafts } from '../../../../modules/integrations/drafts/bulk.contract.ts'
import {
  DecideTextDraft,
  ListTextDrafts,
  type TextDraft,
} from '../../../../modules/integrations/drafts/contract.ts'
import { call } from '../../../client.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { DraftReview } from '../../kit/DraftReview.tsx'
import { showDate } from '../../kit/format.ts'
import { List } from '../../kit/ListScreen.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import { Answer } from '../../kit/States.tsx'
import { type Parts, thingForm } from '../../kit/ThingForm.tsx'
import { Title } from '../../kit/Title.tsx'
import { draftFields } from './draftFields.ts'
import { TextBatch } from './TextBatch.tsx'

const draftName = ({ departure, destination }: TextDraft) => `${departure} - ${destination}`

/** The draft that staff review above the list. */
const Reviewed = createContext<{ draft: TextDraft | null; set: (draft: TextDraft | null) => void }>({
  draft: null,
  set: () => {},
})

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
  actionsColumn((draft) => <Acts draft={draft} />),
]

export default function TextDrafts() {
  const [draft, set] = useState<TextDraft | null>(null)
  const { may } = useRights()
  return (
    <Reviewed value={{ draft, set }}>
      <Title intro="Testi scritti per molte tratte in una volta. Nessuno va sul sito finché non lo accetti e lo salvi.">
        Bozze AI
      </Title>
      <div className="grid gap-6">
        {may(WriteRouteTexts) && <TextBatch />}
        {draft && <Review key={draft.id} draft={draft} />}
        <div>
          <List
            caption="Bozze da rivedere"
            query={ListTextDrafts}
            columns={columns}
            views={{ section: 'ai/bozze/' }}
            search="Cerca per tratta"
            empty="Nessuna bozza da rivedere."
            bulk={{
              command: DiscardTextDrafts,
              acts: { discard: 'Scarta' },
              nouns: ['bozza', 'bozze'],
              nameOf: (one) => `${draftName(one)}, ${draftFields[one.field]}`,
            }}
          />
        </div>
      </div>
    </Reviewed>
  )
}

/** Returns a function that discards the draft, and closes its review. */
function useDiscard({ id }: TextDraft) {
  const { draft, set } = useContext(Reviewed)
  const { mutate } = useCommandCall(DecideTextDraft, {
    done: 'Bozza scartata',
    failed: 'Impossibile scartare la bozza',
    renews: [ListTextDrafts.http],
  })
  return () => {
    if (draft?.id === id) set(null)
    mutate({ id, isAccepted: false })
  }
}

function Acts({ draft }: { draft: TextDraft }) {
  const { set } = useContext(Reviewed)
  const which = <span className="sr-only"> {draftName(draft)}</span>
  return (
    <RowActions>
      <RowAction onClick={() => set(draft)}>Rivedi{which}</RowAction>
      <RowAction onClick={useDiscard(draft)}>Scarta{which}</RowAction>
    </RowActions>
  )
}

function Review({ draft }: { draft: TextDraft }) {
  const { set } = useContext(Reviewed)
  const route = useQueryCall(ReadRouteTexts, { id: draft.routeId }, { isUncached: true })
  return (
    <Answer of={route}>
      {(row) => (
        <section aria-label={draftName(draft)} className="rounded-card border border-line p-4 sm:p-5">
          <ReviewForm draft={draft} row={row} end={set} />
        </section>
      )}
    </Answer>
  )
}

interface ReviewProps {
  draft: TextDraft
  row: RouteTexts
  end: (draft: null) => void
}

const ReviewForm = thingForm<typeof SaveRouteTexts, ReviewProps>({
  command: SaveRouteTexts,
  valuesOf: ({ row }) => row,
  readAgain: ({ row }) => call<typeof ReadRouteTexts>(ReadRouteTexts.http, { id: row.id }),
  send: async (input, { draft }) => {
    const saved = await call<typeof SaveRouteTexts>(SaveRouteTexts.http, input)
    await call<typeof DecideTextDraft>(DecideTextDraft.http, { id: draft.id, isAccepted: true })
    return saved
  },
  done: 'Testo salvato nella tratta',
  failed: 'Impossibile salvare il testo',
  onSaved: (_, { end }) => end(null),
  renews: [ListTextDrafts.http],
  save: 'Salva nella tratta',
  isWide: true,
  Fields,
  Actions: ({ end }) => (
    <Button look="plain" onClick={() => end(null)}>
      Decidi dopo
    </Button>
  ),
})

function Fields({ form, draft }: Parts<typeof SaveRouteTexts, ReviewProps>) {
  const discard = useDiscard(draft)
  const text = useWatch({ control: form.rhf.control, name: draft.field }) ?? ''
  return (
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
        onDiscard={discard}
      />
    </fieldset>
  )
}

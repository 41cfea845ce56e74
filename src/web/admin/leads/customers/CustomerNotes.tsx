import { useState } from 'react'
import {
  AddNote,
  type Customer,
  type CustomerNote,
  DeleteNote,
  ReadNote,
  SaveNote,
} from '../../../../modules/leads/customers/contract.ts'
import { call } from '../../../client.ts'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { FormArea } from '../../kit/Form.tsx'
import { showDateTime } from '../../kit/format.ts'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import { thingForm } from '../../kit/ThingForm.tsx'
import { customerAnswers } from './customerCalls.ts'

export function CustomerNotes({ customer }: { customer: Customer }) {
  const { may } = useRights()
  const [editing, setEditing] = useState<number | null>(null)
  const [deleting, setDeleting] = useState<CustomerNote | null>(null)
  const { notes } = customer
  return (
    <section aria-labelledby="note">
      <h2 id="note" className="mb-2 font-semibold text-base">
        Note
      </h2>
      {/* A new note changes the key, which clears the form. */}
      <NewNote key={notes[0]?.id} customerId={customer.id} />
      <ul className="mt-4 grid gap-3">
        {notes.map((note) => (
          <li key={note.id} className="border-line border-l-2 pl-3">
            {editing === note.id ? (
              <EditedNote note={note} onClose={() => setEditing(null)} />
            ) : (
              <>
                <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
                <p className="text-ink-soft text-sm">
                  {note.author}, {showDateTime(note.createdAt)}
                  {note.updatedAt !== note.createdAt && `, modificata ${showDateTime(note.updatedAt)}`}
                </p>
                <RowActions>
                  <RowAction onClick={() => setEditing(note.id)}>Modifica la nota</RowAction>
                  {may(DeleteNote) && (
                    <RowAction onClick={() => setDeleting(note)}>Elimina la nota</RowAction>
                  )}
                </RowActions>
              </>
            )}
          </li>
        ))}
      </ul>
      {deleting && (
        <DeleteConfirm
          command={DeleteNote}
          id={deleting.id}
          title={`Eliminare la nota di ${deleting.author}?`}
          done="Nota eliminata"
          failed="Impossibile eliminare la nota"
          renews={customerAnswers}
          onClose={() => setDeleting(null)}
        />
      )}
    </section>
  )
}

const NewNote = thingForm<typeof AddNote, { customerId: number }>({
  command: AddNote,
  valuesOf: ({ customerId }) => ({ id: customerId, text: '' }),
  done: 'Nota aggiunta',
  failed: 'Impossibile aggiungere la nota',
  renews: customerAnswers,
  save: 'Aggiungi la nota',
  Fields: ({ form }) => <FormArea form={form} name="text" label="Nuova nota" rows={2} />,
})

const EditedNote = thingForm<typeof SaveNote, { note: CustomerNote }>({
  command: SaveNote,
  valuesOf: ({ note }) => note,
  readAgain: ({ note }) => call<typeof ReadNote>(ReadNote.http, { id: note.id }),
  done: 'Nota salvata',
  failed: 'Impossibile salvare la nota',
  renews: customerAnswers,
  save: 'Salva la nota',
  Fields: ({ form }) => <FormArea form={form} name="text" rows={3} />,
})

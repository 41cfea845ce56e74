import { ListSavedViews, SaveView } from '../../../modules/settings/views/contract.ts'
import { Dialog, LeaveButton } from '../../ui/Dialog.tsx'
import { actForm, SendButton } from './ActForm.tsx'
import { callToEnd } from './callToEnd.ts'
import { FormText } from './Form.tsx'

interface NameProps {
  section: string
  query: string
  onClose: () => void
}

/** Saves a view of a list under a name. */
export function ViewName(props: NameProps) {
  return (
    <Dialog title="Salva questa vista" onClose={props.onClose}>
      <NameForm {...props} />
    </Dialog>
  )
}

const NameForm = actForm<typeof SaveView, NameProps>({
  asked: SaveView,
  valuesOf: ({ section, query }) => ({ section, query, name: '' }),
  send: (input) => callToEnd(SaveView, input),
  done: ({ name }) => `Vista «${name}» salvata`,
  failed: 'Impossibile salvare la vista',
  renews: [ListSavedViews.http],
  onDone: (_, { onClose }) => onClose(),
  className: 'grid gap-4',
  Fields: ({ form }) => (
    <>
      <FormText
        form={form}
        name="name"
        maxLength={60}
        hint="Ricorda filtro, ordine e colonne. Una vista con lo stesso nome viene sostituita."
      />
      <div className="flex justify-end gap-2">
        <LeaveButton>Annulla</LeaveButton>
        <SendButton form={form}>Salva</SendButton>
      </div>
    </>
  ),
})

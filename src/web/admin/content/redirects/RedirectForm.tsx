import { useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import {
  CreateRedirect,
  ListMissedPages,
  ListRedirects,
  ReadRedirect,
  type Redirect,
  SaveRedirect,
} from '../../../../modules/content/redirects/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Form, FormSelect, FormText } from '../../kit/Form.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'

/** Form of a redirect. `?da=` in the URL fills in the old path of a new redirect. */
export default function RedirectForm() {
  return (
    <ThingScreen
      read={ReadRedirect}
      titles={{ created: 'Nuovo reindirizzamento', edited: 'Modifica reindirizzamento' }}
    >
      {(redirect) => <Editor redirect={redirect} />}
    </ThingScreen>
  )
}

const kinds = [
  [301, 'Spostata: porta al nuovo indirizzo (301)'],
  [410, 'Rimossa per sempre (410)'],
] as const

function Editor({ redirect }: { redirect: Redirect | null }) {
  const [params] = useSearchParams()
  const { form, leave } = useThingForm({
    create: CreateRedirect,
    change: SaveRedirect,
    read: ReadRedirect,
    row: redirect,
    initial: { fromPath: params.get('da') ?? '', toPath: '', statusCode: 301 },
    done: redirect ? 'Reindirizzamento aggiornato' : 'Reindirizzamento creato: vale da subito',
    failed: redirect
      ? 'Impossibile aggiornare il reindirizzamento'
      : 'Impossibile creare il reindirizzamento',
    list: adminPath('reindirizzamenti/'),
    renews: [ListRedirects.http, ReadRedirect.http, ListMissedPages.http],
  })
  const isGone = Number(useWatch({ control: form.rhf.control, name: 'statusCode' })) === 410
  return (
    <Form form={form} save={redirect ? 'Aggiorna' : 'Crea reindirizzamento'} onCancel={leave}>
      <FormText
        form={form}
        name="fromPath"
        label="Indirizzo vecchio"
        hint="Per esempio /tratte/vecchia/, che vale con qualsiasi parametro. Con dei parametri, per esempio /index.php?page_id=12, vale solo se l’indirizzo li ha tutti, in qualsiasi ordine; fra più regole vince quella che ne ha di più. Maiuscole e minuscole del percorso non contano."
      />
      <FormSelect form={form} name="statusCode" label="La pagina è" choices={kinds} />
      {!isGone && (
        <FormText
          form={form}
          name="toPath"
          label="Indirizzo nuovo"
          aria-required
          hint="Una pagina di questo sito, per esempio /tratte/transfer-aeroporto-brindisi-lecce/ o /contatti/#modulo. I suoi parametri restano; quelli in più del visitatore si aggiungono."
        />
      )}
    </Form>
  )
}

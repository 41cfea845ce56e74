import { useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import {
  CreateRedirect,
  ListMissedPages,
  ListRedirects,
  ReadRedirect,
  SaveRedirect,
} from '../../../../modules/content/redirects/contract.ts'
import { FormSelect, FormText } from '../../kit/Form.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'

export default thingScreen({
  create: CreateRedirect,
  change: SaveRedirect,
  read: ReadRedirect,
  initial: useInitial,
  title: { created: 'Nuovo reindirizzamento', edited: 'Modifica reindirizzamento' },
  save: { created: 'Crea reindirizzamento', edited: 'Aggiorna' },
  done: { created: 'Reindirizzamento creato: vale da subito', edited: 'Reindirizzamento aggiornato' },
  failed: {
    created: 'Impossibile creare il reindirizzamento',
    edited: 'Impossibile aggiornare il reindirizzamento',
  },
  list: 'reindirizzamenti/',
  renews: [ListRedirects.http, ListMissedPages.http],
  Fields: RedirectFields,
})

/** `?da=` in the URL fills in the old path of a new redirect. */
function useInitial() {
  const [params] = useSearchParams()
  return { fromPath: params.get('da') ?? '', toPath: '', statusCode: 301 }
}

const kinds = [
  [301, 'Spostata: porta al nuovo indirizzo (301)'],
  [410, 'Rimossa per sempre (410)'],
] as const

function RedirectFields({ form }: Fields<typeof CreateRedirect>) {
  const isGone = Number(useWatch({ control: form.rhf.control, name: 'statusCode' })) === 410
  return (
    <>
      <FormText
        form={form}
        name="fromPath"
        hint="Per esempio /tratte/vecchia/, che vale con qualsiasi parametro. Con dei parametri, per esempio /index.php?page_id=12, vale solo se l’indirizzo li ha tutti, in qualsiasi ordine; fra più regole vince quella che ne ha di più. Maiuscole e minuscole del percorso non contano."
      />
      <FormSelect form={form} name="statusCode" choices={kinds} />
      {!isGone && (
        <FormText
          form={form}
          name="toPath"
          aria-required
          hint="Una pagina di questo sito, per esempio /tratte/transfer-aeroporto-brindisi-lecce/ o /contatti/#modulo. I suoi parametri restano; quelli in più del visitatore si aggiungono."
        />
      )}
    </>
  )
}

import {
  CreateCategory,
  ListCategories,
  ReadCategory,
  SaveCategory,
} from '../../../../modules/content/categories/contract.ts'
import { FormArea, FormText } from '../../kit/Form.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'

export default thingScreen({
  create: CreateCategory,
  change: SaveCategory,
  read: ReadCategory,
  initial: { name: '', slug: '', description: '' },
  title: { created: 'Nuova categoria', edited: 'Modifica categoria' },
  save: { created: 'Crea categoria', edited: 'Aggiorna categoria' },
  done: { created: 'Categoria creata', edited: 'Categoria aggiornata' },
  failed: { created: 'Impossibile creare la categoria', edited: 'Impossibile aggiornare la categoria' },
  list: 'blog/categorie/',
  // The list of articles shows the category's name, so a save makes this list outdated too.
  renews: [ListCategories.http, 'GET /api/admin/blog-posts'],
  Fields: CategoryFields,
})

function CategoryFields({ form }: Fields<typeof CreateCategory>) {
  return (
    <>
      <FormText form={form} name="name" />
      <FormText form={form} name="slug" hint="Nell’indirizzo del filtro; lasciato vuoto, nasce dal nome." />
      <FormArea
        form={form}
        name="description"
        rows={2}
        hint="Apre la pagina del blog quando si sceglie la categoria."
      />
    </>
  )
}

import {
  type Category,
  CreateCategory,
  ListCategories,
  ReadCategory,
  SaveCategory,
} from '../../../../modules/content/categories/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Form, FormArea, FormText } from '../../kit/Form.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'

export default function CategoryForm() {
  return (
    <ThingScreen read={ReadCategory} titles={{ created: 'Nuova categoria', edited: 'Modifica categoria' }}>
      {(category) => <Editor category={category} />}
    </ThingScreen>
  )
}

function Editor({ category }: { category: Category | null }) {
  const { form, leave } = useThingForm({
    create: CreateCategory,
    change: SaveCategory,
    read: ReadCategory,
    row: category,
    initial: { name: '', slug: '', description: '' },
    done: category ? 'Categoria aggiornata' : 'Categoria creata',
    failed: category ? 'Impossibile aggiornare la categoria' : 'Impossibile creare la categoria',
    list: adminPath('blog/categorie/'),
    // The list of articles shows the category's name, so a save makes this list outdated too.
    renews: [ListCategories.http, 'GET /api/admin/blog-posts'],
  })
  return (
    <Form form={form} save={category ? 'Aggiorna categoria' : 'Crea categoria'} onCancel={leave}>
      <FormText form={form} name="name" label="Nome" />
      <FormText
        form={form}
        name="slug"
        label="Slug"
        hint="Nell’indirizzo del filtro; lasciato vuoto, nasce dal nome."
      />
      <FormArea
        form={form}
        name="description"
        label="Descrizione"
        rows={2}
        hint="Apre la pagina del blog quando si sceglie la categoria."
      />
    </Form>
  )
}

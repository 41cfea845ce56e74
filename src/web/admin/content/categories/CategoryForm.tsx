import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import {
  type Category,
  CreateCategory,
  ListCategories,
  ReadCategory,
  SaveCategory,
} from '../../../../modules/content/categories/contract.ts'
import { call } from '../../../client.ts'
import { renew, useQueryCall } from '../../kit/api.ts'
import { Form, FormArea, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'

export default function CategoryForm() {
  const { id } = useParams()
  return id === undefined ? (
    <>
      <Title>Nuova categoria</Title>
      <Editor category={null} />
    </>
  ) : (
    <Existing key={id} id={Number(id)} />
  )
}

function Existing({ id }: { id: number }) {
  const category = useQueryCall(ReadCategory, { id }, { isUncached: true })
  return (
    <>
      <Title>Modifica categoria</Title>
      <Answer of={category}>{(values) => <Editor category={values} />}</Answer>
    </>
  )
}

function Editor({ category }: { category: Category | null }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const leave = () => void navigate('/admin/blog/categorie/')
  const schema = (category ? SaveCategory.input : CreateCategory.input) as typeof CreateCategory.input
  const form = useContractForm({
    schema,
    values: category ?? { name: '', slug: '', description: '' },
    save: (input) =>
      category
        ? call<typeof SaveCategory>(SaveCategory.http, input as typeof SaveCategory.input.static)
        : call<typeof CreateCategory>(CreateCategory.http, input),
    done: category ? 'Categoria aggiornata' : 'Categoria creata',
    failed: category ? 'Impossibile aggiornare la categoria' : 'Impossibile creare la categoria',
    ...(category
      ? { readAgain: () => call<typeof ReadCategory>(ReadCategory.http, { id: category.id }) }
      : {}),
    onSaved: async () => {
      // The articles are fetched again too, because their list contains the category's name.
      await renew(client, [ListCategories.http, 'GET /api/admin/blog-posts'])
      leave()
    },
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

import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Id,
  listInput,
  listOf,
  Maybe,
  MaybeLines,
  Moment,
  Nullable,
  Text,
  titled,
} from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

const form = {
  name: titled('Nome', Text(120, { isName: true, message: 'Inserisci il nome (al massimo 120 caratteri)' })),
  /** If empty, the server derives the slug from the name. */
  slug: titled('Slug', Maybe(300)),
  description: titled('Descrizione', MaybeLines(500)),
}
export const CategoryForm = Type.Object(form)
export type CategoryForm = Static<typeof CategoryForm>

export const Category = Type.Object({
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  description: Nullable(Type.String()),
  /** Number of articles in the category, also unpublished articles. */
  postCount: Type.Integer(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Category = Static<typeof Category>

export const ListCategories = query(
  'GET /api/admin/blog-categories',
  'redazione',
  Type.Object(listInput('name', 'postCount')),
  listOf(Category),
  { tables: ['blog_categories', 'blog_posts'] },
)
export const ReadCategory = query('GET /api/admin/blog-categories/:id', 'redazione', ById, Category, {
  tables: ['blog_categories'],
})
export const categoryCreated = act('content:categoryCreated', 'Categoria creata')

export const CreateCategory = command(
  'POST /api/admin/blog-categories',
  'redazione',
  CategoryForm,
  Category,
  { acts: [categoryCreated], status: 201 },
)
export const categoryChanged = act('content:categoryChanged', 'Categoria modificata')

export const SaveCategory = command(
  'PUT /api/admin/blog-categories/:id',
  'redazione',
  Type.Object({ ...form, id: Id, updatedAt: Moment }),
  Category,
  { acts: [categoryChanged], summary: 'Changes a category; its articles get the new name' },
)
export const categoryDeleted = act('content:categoryDeleted', 'Categoria eliminata')

export const DeleteCategory = command(
  'DELETE /api/admin/blog-categories/:id',
  'redazione',
  ById,
  Type.Object({}),
  { acts: [categoryDeleted], status: 204 },
)

import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { rowNamed } from '../../../kernel/pasted.ts'
import { slugOf } from '../../../kernel/slug.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  type Category,
  type CategoryForm,
  CreateCategory,
  categoryChanged,
  categoryCreated,
  categoryDeleted,
  DeleteCategory,
  ListCategories,
  ReadCategory,
  SaveCategory,
} from './contract.ts'

interface CategoryRow extends Omit<Category, 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

export const listCategories = answer(ListCategories, async (read, asked) => {
  const like = likeOf(asked.search)
  const where = read`(name ilike ${like} or slug ilike ${like})`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from blog_categories where ${where}`
  const rows = await read<CategoryRow[]>`
    select ${columns(read)} from blog_categories where ${where}
    ${pageOf(read, asked, { name: 'lower(name)', postCount: 'post_count' }, 'name')}`
  return { ...pages(asked, total), items: rows.map(toCategory) }
})

export const readCategory = answer(ReadCategory, (read, { id }) => findCategory(read, id))

export const createCategory = handle(CreateCategory, async (tx, form, caller) => {
  const values = await valuesOf(tx, form, 0)
  const [{ id }] = await tx<[{ id: number }]>`insert into blog_categories ${tx(values)} returning id`
  const created = await findCategory(tx, id)
  await audit(tx, caller, categoryCreated, `blog_categories/${id}`, null, created)
  return created
})

export const saveCategory = edit(
  SaveCategory,
  { table: 'blog_categories', find: findCategory },
  async (tx, form, caller, before) => {
    const values = await valuesOf(tx, form, form.id)
    await tx`update blog_categories set ${tx(values)}, updated_at = now() where id = ${form.id}`
    if (values.name !== before.name) {
      await tx`update blog_posts set category = ${values.name}, updated_at = now() where category = ${before.name}`
      await tx`
      update blog_drafts set fields = jsonb_set(fields, '{category}', to_jsonb(${values.name}::text))
      where fields ->> 'category' = ${before.name}`
    }
    const after = await findCategory(tx, form.id)
    await audit(tx, caller, categoryChanged, `blog_categories/${form.id}`, before, after)
    return after
  },
)

export const deleteCategory = handle(DeleteCategory, async (tx, { id }, caller) => {
  const before = await lockCategory(tx, id)
  const used = await tx<{ title: string }[]>`
    select title from blog_posts where category = ${before.name} order by updated_at desc, id desc`
  if (used.length > 0)
    throw new HttpError(
      409,
      inUse(
        before.name,
        used.map(({ title }) => title),
      ),
    )
  await tx`delete from blog_categories where id = ${id}`
  await audit(tx, caller, categoryDeleted, `blog_categories/${id}`, before, null)
  return {}
})

const namedMax = 3

function inUse(name: string, titles: string[]): string {
  const named = titles.slice(0, namedMax).map((title) => `«${title}»`)
  const rest = titles.length - named.length
  const more = rest > 1 ? ` e altri ${rest} articoli` : rest === 1 ? ' e un altro articolo' : ''
  return `Impossibile eliminare la categoria «${name}»: la usano ${named.join(', ')}${more}.`
}

function columns(sql: Sql | Tx) {
  return sql`
    id, name, slug, description, created_at, updated_at,
    (select count(*) from blog_posts where blog_posts.category = blog_categories.name) as post_count`
}

async function findCategory(sql: Sql | Tx, id: number): Promise<Category> {
  const [row] = await sql<[CategoryRow?]>`select ${columns(sql)} from blog_categories where id = ${id}`
  if (!row) throw new HttpError(404, 'Categoria non trovata.')
  return toCategory(row)
}

/** Locks a category. Commands that move articles into the category lock its row `for share` and therefore wait. */
async function lockCategory(tx: Tx, id: number): Promise<Category> {
  await tx`select id from blog_categories where id = ${id} for update`
  return findCategory(tx, id)
}

function toCategory({ createdAt, updatedAt, ...row }: CategoryRow): Category {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

async function valuesOf(tx: Tx, form: CategoryForm, id: number) {
  const slug = slugOf(form.slug || form.name)
  if (!slug) throw refusal(form.slug ? 'slug' : 'name', 'Il nome deve contenere lettere o numeri.')
  const others = await tx<{ name: string; slug: string }[]>`
    select name, slug from blog_categories where id <> ${id}`
  const taken = rowNamed(others, form.name) ?? others.find((other) => other.slug === slug)
  if (taken) throw refusal('name', `Esiste già la categoria «${taken.name}».`, 409)
  return { name: form.name, slug, description: form.description || null }
}

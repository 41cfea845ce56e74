import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { fileText } from '../../src/kernel/fileText.ts'
import { HttpError } from '../../src/kernel/httpError.ts'
import {
  type Article,
  CreateArticle,
  ListArticles,
  ReadArticle,
  SaveArticle,
} from '../../src/modules/content/blog/contract.ts'
import { parseFrontMatter, withFrontMatter } from '../frontMatter.ts'
import { plainReason } from '../reason.ts'
import { type Imported, type Item, importAll, isFields, isSame } from './importing.ts'
import { AlreadyReported, listed, print, UsageError } from './output.ts'
import { allOf, type Session, withSession } from './session.ts'

/** Fields of the front matter, in the order in which an export writes them. The slug is the file name. */
const fields = [
  'title',
  'summary',
  'category',
  'featuredImage',
  'imageAlt',
  'metaTitle',
  'metaDescription',
  'isPublished',
  'publishAt',
] as const

export function addContentCommands(program: Command): void {
  const content = program.command('content').description('export and import articles as Markdown files')
  content
    .command('export')
    .argument('<folder>', 'folder to write, one file per article: slug.md')
    .option('--yes', 'also overwrite files that differ')
    .description('write every article to a Markdown file with front matter')
    .action((folder: string, { yes }: { yes?: boolean }) =>
      withSession(async (session) => exportArticles(session, folder, yes ?? false)),
    )
  content
    .command('import')
    .argument('<folder>', 'folder written by `content export`')
    .option('--yes', 'write the articles')
    .description('import articles from Markdown files: creates new slugs, changes known ones; all or nothing')
    .addHelpText(
      'after',
      `
The name of the file is the slug. Front matter: ${fields.join(', ')}.
title, summary and the text are needed; what is left out of the rest is emptied, isPublished: false is a draft.
Texts stand as they are; quotation marks are needed only where YAML needs them. Drafts, pictures and translations do
not travel. An article that is not in the folder stays as it is.`,
    )
    .action((folder: string, { yes }: { yes?: boolean }) =>
      importAll((session) => itemsOf(session, folder), { isKept: yes }),
    )
}

async function exportArticles(session: Session, folder: string, isForced: boolean): Promise<void> {
  const files = { written: [] as string[], unchanged: [] as string[], kept: [] as string[] }
  const left = { drafts: [] as string[], pictures: [] as string[] }
  try {
    mkdirSync(folder, { recursive: true })
    for (const { id } of await allOf(session, ListArticles, { sort: 'title' })) {
      const article = await session.call(ReadArticle, { id })
      const file = path.join(folder, `${article.slug}.md`)
      const text = markdownOf(article)
      const there = existsSync(file) ? readFileSync(file, 'utf8') : null
      const fate = there === text ? 'unchanged' : there === null || isForced ? 'written' : 'kept'
      if (fate === 'written') writeFileSync(file, text)
      files[fate].push(file)
      if (article.hasDraft) left.drafts.push(article.slug)
      if (`${article.featuredImage} ${article.content}`.includes('/media/')) left.pictures.push(article.slug)
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new UsageError(`${folder} cannot be written: ${plainReason(error)}`)
  }
  const sums = `${files.written.length} written, ${files.unchanged.length} unchanged`
  const outcome = { ...files, notExported: left }
  const text = [sums, ...leftOut(left)].join('\n')
  if (files.kept.length === 0) print(outcome, text)
  else {
    const why = 'These files differ and were left alone; --yes overwrites them:'
    print(outcome, `${text}\n${why}\n${listed(files.kept)}`)
    throw new AlreadyReported()
  }
}

/** Returns lines about what the files do not contain. */
function leftOut({ drafts, pictures }: Record<'drafts' | 'pictures', string[]>): string[] {
  return [
    ...(drafts.length > 0 ? [`Drafts are not exported, only the saved texts: ${drafts.join(', ')}`] : []),
    ...(pictures.length > 0
      ? [`Uploaded pictures are not exported, only their paths: ${pictures.join(', ')}`]
      : []),
  ]
}

async function itemsOf(session: Session, folder: string): Promise<Item[]> {
  if (!existsSync(folder))
    throw new UsageError(`${folder} cannot be read: there is no such file or folder; check the path`)
  const names = globSync('*.md', { cwd: folder }).sort()
  if (names.length === 0) throw new UsageError(`${folder} contains no Markdown files`)
  const articles = await allOf(session, ListArticles, { sort: 'title' })
  return names.map((name) => {
    const slug = path.basename(name, '.md')
    const known = articles.find((article) => article.slug === slug)
    return {
      where: name,
      bring: (inner) => bring(inner, { ...articleIn(textIn(path.join(folder, name))), slug }, known?.id),
    }
  })
}

async function bring({ call }: Session, form: object, id: number | undefined): Promise<Imported> {
  if (!id) {
    await call(CreateArticle, form)
    return { state: 'created' }
  }
  const article = await call(ReadArticle, { id })
  const { slug, updatedAt, hasDraft } = article
  // A save would change texts that an earlier version stored without folding them.
  if (isSame(form, { ...articleIn(markdownOf(article)), slug })) return { state: 'unchanged' }
  const after = await call(SaveArticle, { ...form, id, updatedAt })
  // SaveArticle keeps `updatedAt` if nothing changed.
  if (after.updatedAt === updatedAt) return { state: 'unchanged' }
  return { state: 'changed', ...(hasDraft ? { note: 'the draft that staff had of it goes' } : {}) }
}

function markdownOf(article: Article): string {
  const meta = fields.flatMap((field) => {
    const value = article[field]
    return value === null || value === '' ? [] : [[field, value]]
  })
  return withFrontMatter(Object.fromEntries(meta), article.content)
}

/**
 * Reads the texts as they are written: `title: 1.10` is no number. Throws UsageError if the front matter cannot be read, or
 * has unknown fields (probably typing errors).
 */
function articleIn(text: string): object {
  const { meta, texts, content } = readFrontMatter(text)
  if (!isFields(meta) || !isFields(texts)) throw new UsageError('the front matter is not a list of fields')
  const unknown = Object.keys(meta).filter((field) => !fields.some((one) => one === field))
  if (unknown.length > 0)
    throw new UsageError(`the front matter contains unknown fields: ${unknown.join(', ')}`)
  const values = Object.keys(meta).map((field) => [
    field,
    field === 'isPublished' || meta[field] === null ? meta[field] : texts[field],
  ])
  return { ...Object.fromEntries(values), content }
}

function textIn(file: string): string {
  try {
    return fileText(readFileSync(file))
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new UsageError(`the file cannot be read: ${plainReason(error)}`)
  }
}

function readFrontMatter(text: string) {
  try {
    return parseFrontMatter(text)
  } catch (error) {
    throw new UsageError(`the front matter cannot be read: ${plainReason(error)}`)
  }
}

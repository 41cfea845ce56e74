import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseFrontMatter } from './frontMatter.ts'

const folder = path.join(import.meta.dirname, '..', 'data', 'articles')

type Field = 'title' | 'summary' | 'imageAlt' | 'metaTitle' | 'metaDescription'

interface File {
  slug: string
  meta: Record<Field | 'slug' | 'category' | 'image' | 'publishedAt', string>
  content: string
}

function filesIn(subfolder: string): File[] {
  return globSync('*.md', { cwd: path.join(folder, subfolder) })
    .sort()
    .map((name) => {
      const { meta, content } = parseFrontMatter(readFileSync(path.join(folder, subfolder, name), 'utf8'))
      // The cast is safe, because all bundled articles have these fields.
      return { slug: path.basename(name, '.md'), meta: meta as File['meta'], content }
    })
}

/** Returns the six Italian articles, whose file name is the slug. */
export const bundledArticles = () => filesIn('')

interface CategoryTexts {
  name: string
  slug: string
  description: string
}

type Category = CategoryTexts & { translations: Record<string, CategoryTexts> }

export function bundledCategories(): Category[] {
  return JSON.parse(readFileSync(path.join(folder, 'categories.json'), 'utf8'))
}

const textsOf = ({ meta, content }: File, slug: string) => ({
  title: meta.title,
  slug,
  summary: meta.summary,
  content,
  metaTitle: meta.metaTitle,
  metaDescription: meta.metaDescription,
  imageAlt: meta.imageAlt,
})

/** Returns the translations of articles and categories. The folder `en/` contains the English articles. */
export function bundledTranslations() {
  const italian = new Map(bundledArticles().map((file) => [file.slug, textsOf(file, file.slug)]))
  const languages = globSync('*/', { cwd: folder }).map((name) => path.basename(name))
  const articles = languages.flatMap((language) =>
    filesIn(language).flatMap((file) => {
      const source = italian.get(file.slug)
      if (!source) throw new Error(`${language}/${file.slug}.md translates no bundled article`)
      return [{ kind: 'article' as const, language, source, text: textsOf(file, file.meta.slug) }]
    }),
  )
  const categories = bundledCategories().flatMap(({ translations, ...source }) =>
    Object.entries(translations).map(([language, text]) => ({
      kind: 'category' as const,
      language,
      source: { ...source },
      text: { ...text },
    })),
  )
  return [...articles, ...categories]
}

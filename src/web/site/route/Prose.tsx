/** Text of the office: paragraphs between empty lines, `#` headings and `-` lists; nothing in it becomes markup. */
export function Prose({ text }: { text: string }) {
  const blocks = text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
  return (
    <div className="mt-4 grid max-w-[68ch] gap-4 text-[1.0625rem]">
      {blocks.map((block) => (
        <Block key={block} text={block} />
      ))}
    </div>
  )
}

function Block({ text }: { text: string }) {
  if (/^#+ /.test(text)) return <h3 className="mt-3 text-xl">{text.replace(/^#+ /, '')}</h3>
  const lines = text.split('\n')
  if (!lines.every((line) => /^[-*] /.test(line))) return <p className="whitespace-pre-line">{text}</p>
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {lines.map((line) => (
        <li key={line}>{line.slice(2)}</li>
      ))}
    </ul>
  )
}

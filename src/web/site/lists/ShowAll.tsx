/** Expands a `.long-list` on phones. It is a checkbox, so that it works without JavaScript. */
export function ShowAll({ label }: { label: string }) {
  return (
    <label
      className="mt-4 flex min-h-12 cursor-pointer items-center justify-center gap-2.5 rounded-field border border-ink/25
        bg-card font-semibold has-focus-visible:outline-3 has-focus-visible:outline-sea sm:hidden"
    >
      <input type="checkbox" className="size-5 accent-sea" />
      {label}
    </label>
  )
}

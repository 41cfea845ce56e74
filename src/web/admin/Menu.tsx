import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { adminPath, panelRoot } from './kit/adminPath.ts'
import { Icon } from './kit/icons.tsx'
import { useRights } from './kit/rights.ts'
import { UnreadBadge } from './leads/inbox/Arrivals.tsx'
import { type Group, groups, type Section } from './sections.ts'

export function Menu() {
  const { opens } = useRights()
  const { pathname } = useLocation()
  const current = currentSection(pathname)
  const currentGroup = groups.find(({ sections }) => sections.some((section) => section === current))
  const { isOpen, toggle } = useFold(currentGroup)
  const nav = useRef<HTMLElement>(null)
  // Scrolls the menu to the current section, which may be out of view if a link or the palette opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section is another element
  useEffect(() => {
    const [menu, link] = [nav.current, nav.current?.querySelector('[aria-current=page]')]
    if (!menu || !link) return
    const [view, own] = [menu.getBoundingClientRect(), link.getBoundingClientRect()]
    // `scrollIntoView` would scroll the page too, because the page's `scroll-padding` covers the end of the menu.
    if (own.top < view.top) menu.scrollTop -= view.top - own.top
    else if (own.bottom > view.bottom) menu.scrollTop += own.bottom - view.bottom
  }, [current])
  return (
    <nav ref={nav} aria-label="Sezioni" className="flex-1 overflow-y-auto px-3 pb-4 text-sm">
      {groups.map((group) => {
        const { label, sections } = group
        const visibleSections = sections.filter(({ path }) => opens(adminPath(path)))
        if (visibleSections.length === 0) return null
        const isFolded = label !== '' && !isOpen(group)
        return (
          <div key={label || sections[0]?.path} className="mt-2">
            {label && (
              <button
                type="button"
                aria-expanded={!isFolded}
                onClick={() => toggle(group)}
                className="flex min-h-(--target) w-full items-center justify-between rounded-field px-2 font-semibold text-white/75 hover:bg-white/10"
              >
                {label}
                <Icon shape={isFolded ? 'right' : 'down'} />
              </button>
            )}
            {!isFolded && (
              <ul>
                {visibleSections.map((section) => (
                  <li key={section.path}>
                    <Link
                      to={adminPath(section.path)}
                      aria-current={section === current ? 'page' : undefined}
                      className={`flex min-h-(--target) items-center rounded-field px-2 hover:bg-white/10 ${section === current ? 'bg-white/15 font-semibold' : ''}`}
                    >
                      {section.label}
                      {section.path === 'richieste/' && <UnreadBadge />}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
    </nav>
  )
}

/** Only the group of the current section is open. What the user opens or closes besides lasts until the next group. */
function useFold(current: Group | undefined) {
  const [toggled, setToggled] = useState<{ at: Group | undefined; groups: Group[] }>({
    at: current,
    groups: [],
  })
  const own = toggled.at === current ? toggled.groups : []
  return {
    isOpen: (group: Group) => (group === current) !== own.includes(group),
    toggle(group: Group): void {
      const after = own.includes(group) ? own.filter((one) => one !== group) : [...own, group]
      setToggled({ at: current, groups: after })
    },
  }
}

/** Returns the section with the longest matching path, because the path of a form starts with the path of its list. */
function currentSection(pathname: string): Section | undefined {
  return groups
    .flatMap(({ sections }) => sections)
    .filter(({ path }) => (path === '' ? pathname === panelRoot : pathname.startsWith(adminPath(path))))
    .sort((a, b) => b.path.length - a.path.length)[0]
}

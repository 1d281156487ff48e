/** The rules of style sheets, and which of them two sheets share. */

export type Sheet = { path: string; text: string }
type Rule = { media: string; selector: string; declarations: string[] }

/** The rules of a style sheet with the media query around each; keyframes are none. */
export function rulesOf({ text }: Sheet): Rule[] {
  const rules: Rule[] = []
  let media = ''
  for (const [, query, selector, body = ''] of text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .matchAll(/@(?:media|container|supports)([^{]+)\{|([^{};]+)\{([^{}]*)\}|\}/g)) {
    if (selector === undefined) media = query?.trim() ?? ''
    else if (!/^\s*(from|to|[\d.]+%)/.test(selector))
      rules.push({
        media,
        selector: selector.trim().replaceAll(/\s+/g, ' '),
        declarations: body.split(';').flatMap((one) => one.trim().replaceAll(/\s+/g, ' ') || []),
      })
  }
  return rules
}

/** Where rules of three declarations and more are that another sheet has, too, under the same media query. */
export function repeatedRules(sheets: readonly Sheet[]): string[] {
  const places = new Map<string, Sheet>()
  const repeated: string[] = []
  for (const sheet of sheets)
    for (const { media, selector, declarations } of rulesOf(sheet)) {
      if (declarations.length < 3) continue
      const body = [media, ...declarations.toSorted()].join('; ')
      const first = places.get(body)
      if (!first) places.set(body, sheet)
      else if (first !== sheet) repeated.push(`${sheet.path} ${selector}: as in ${first.path}`)
    }
  return repeated
}

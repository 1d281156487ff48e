/**
 * Creates elements of the page. Text is only ever set as text, because a tampered dossier may contain
 * anything.
 */

/**
 * @param {string} tag @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function el(tag, attributes, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/**
 * A label with its field and a line for its error.
 * @param {string} text
 * @param {HTMLElement} field
 * @param {string} id
 */
export function labelled(text, field, id) {
  const error = el('p', { class: 'error', id: `${id}-error` })
  field.id = id
  field.setAttribute('aria-describedby', error.id)
  return { element: el('div', {}, el('label', { for: id }, text), field, error), error }
}

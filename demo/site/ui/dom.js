/**
 * Elements without a framework.
 */

/** @typedef {Node | string | number | null | undefined | false} OneChild */

/** @typedef {OneChild | readonly (OneChild | readonly (OneChild | readonly OneChild[])[])[]} Child */

/** Set as properties: their attributes tell only where an element begins. */
const PROPERTIES = new Set(['value', 'checked', 'selected', 'indeterminate', 'textContent']);

/**
 * An element with its properties and children.
 * - `onclick` and the like, with a function: a listener;
 * - `style` with an object: set through the CSSOM, which a strict style-src allows;
 * - `data` with an object: the dataset;
 * - true: an attribute without a value; false, null and undefined: none;
 * - any other: an attribute, or the property of the same name for `value`, `checked` and the like.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
    return furnish(document.createElement(tag), props, children);
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props, ...children) {
    return furnish(document.createElementNS('http://www.w3.org/2000/svg', tag), props, children);
}

/**
 * Puts these children in the place of all others.
 * @param {Element} parent
 * @param {...Child} children
 */
export function replace(parent, ...children) {
    parent.replaceChildren();
    append(parent, children);
}

let count = 0;

/**
 * An id that no other element has.
 * @param {string} [prefix]
 */
export function uniqueId(prefix = 'id') {
    return `${prefix}-${++count}`;
}

/**
 * @template {HTMLElement | SVGElement} T
 * @param {T} element
 * @param {Record<string, any> | null | undefined} props
 * @param {readonly Child[]} children
 * @returns {T}
 */
function furnish(element, props, children) {
    append(element, children);
    for (const [name, value] of Object.entries(props ?? {})) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === 'function') element.addEventListener(name.slice(2), value);
        else if (name === 'style') setStyle(element, value);
        else if (name === 'data') Object.assign(element.dataset, value);
        else if (PROPERTIES.has(name)) /** @type {any} */ (element)[name] = value;
        else element.setAttribute(name, value === true ? '' : String(value));
    }
    return element;
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, string>} style
 */
function setStyle(element, style) {
    for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
}

/**
 * @param {Element} parent
 * @param {readonly Child[]} children
 */
function append(parent, children) {
    for (const child of children) {
        if (Array.isArray(child)) append(parent, child);
        else if (child !== null && child !== undefined && child !== false) {
            parent.append(child instanceof Node ? child : String(child));
        }
    }
}

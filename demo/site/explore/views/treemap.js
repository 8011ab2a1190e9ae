/**
 * A picture of where the bytes are: each column, and what is before the blocks, as large as it is.
 */

/** @import { FileFacts } from '../types.js' */

import { h, replace } from '../../ui/dom.js';
import { byteSize, share } from '../../ui/format.js';
import { encodingFamily, encodingName } from '../encodings.js';
import { sizeAsTold } from './words.js';

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const MAX_BOXES = 120;

/**
 * @param {HTMLElement} place
 * @param {FileFacts} facts
 * @param {number} selected
 * @param {(tag: number) => void} onChoose 0 for the header
 */
export function drawTreemap(place, facts, selected, onChoose) {
    const { columns, size } = facts;
    const whole = Math.max(size, sizeAsTold(facts) ?? 0);
    const start = columns[0]?.offset ?? size;
    const parts = columns.map(({ tag, name, available, encoding }) => ({
        tag, name, bytes: available, family: encodingFamily(encodingName(encoding)), encoding: encodingName(encoding),
    }));
    parts.push({ tag: 0, name: 'header', bytes: Math.min(start, size), family: 'header', encoding: 'header and descriptors' });
    if (whole > size) parts.push({ tag: 0, name: 'missing', bytes: whole - size, family: 'missing', encoding: 'cut off' });
    parts.sort((a, b) => b.bytes - a.bytes);
    const shown = parts.filter(({ bytes }) => bytes > 0).slice(0, MAX_BOXES);
    const boxes = squarify(shown.map(({ bytes }) => bytes), { x: 0, y: 0, width: 3, height: 1 });
    replace(place, shown.map(({ tag, name, bytes, family, encoding }, i) => {
        const { x, y, width, height } = boxes[i];
        const words = `${name}: ${byteSize(bytes)}, ${share(bytes / whole)}, ${encoding}`;
        return h('button', {
            type: 'button', class: 'x-box', title: words, 'aria-pressed': String(tag === selected && tag !== 0),
            data: { tag, family }, disabled: family === 'missing', onclick: () => onChoose(tag),
            style: { left: `${x / 3 * 100}%`, top: `${y * 100}%`, width: `${width / 3 * 100}%`, height: `${height * 100}%` },
        }, width * height > 0.02
            ? [h('bdi', null, name), h('span', { class: 'x-box-bytes' }, share(bytes / whole)), h('span', { class: 'visually-hidden' }, `${byteSize(bytes)}, ${encoding}`)]
            : h('span', { class: 'visually-hidden' }, words));
    }));
}

/**
 * Boxes with areas as the values, which stand in descending order, and sides as equal as can be
 * (Bruls, Huizing and van Wijk's squarified treemap).
 * @param {readonly number[]} values
 * @param {Box} area
 * @returns {Box[]}
 */
export function squarify(values, { x, y, width, height }) {
    const total = values.reduce((sum, value) => sum + value, 0);
    const areas = values.map((value) => value / total * width * height);
    /** @type {Box[]} */
    const boxes = [];
    const room = { x, y, width, height };
    for (let from = 0; from < areas.length;) {
        const side = Math.min(room.width, room.height);
        let to = from + 1, sum = areas[from];
        while (to < areas.length && worst(areas, from, to + 1, sum + areas[to], side) <= worst(areas, from, to, sum, side)) sum += areas[to++];
        const depth = side > 0 ? sum / side : 0;
        const isUpright = room.width >= room.height;
        let along = isUpright ? room.y : room.x;
        for (let i = from; i < to; i++) {
            const length = depth > 0 ? areas[i] / depth : 0;
            boxes.push(isUpright
                ? { x: room.x, y: along, width: depth, height: length } : { x: along, y: room.y, width: length, height: depth });
            along += length;
        }
        if (isUpright) {
            room.x += depth;
            room.width = Math.max(0, room.width - depth);
        } else {
            room.y += depth;
            room.height = Math.max(0, room.height - depth);
        }
        from = to;
    }
    return boxes;
}

/**
 * The worst ratio of sides of the boxes of a row.
 * @param {readonly number[]} areas in descending order
 * @param {number} from
 * @param {number} to
 * @param {number} sum
 * @param {number} side
 */
function worst(areas, from, to, sum, side) {
    const square = sum * sum, edge = side * side;
    return Math.max(edge * areas[from] / square, square / (edge * areas[to - 1]));
}

// Streets: vector tiles of one PMTiles file, read in pieces from `map`. It is somebody's file: each loop ends with its bytes.
// Sources: PMTiles specification, version 3; Mapbox Vector Tile specification, version 2.

import {credit, drawNames} from './names.js';
import {draw} from './frame.js';
import {layers} from './map.js';
import {color, g, w, h} from './paint.js';
import {words} from './read.js';

// Bytes of a piece, of what it unpacks to; points and names of a tile; tiles and directories that are kept; questions on their way.
const LARGEST = 2 ** 20, LARGEST_UNPACKED = 3 * LARGEST, MOST_POINTS = 3e5, MOST_NAMES = 300, MOST_TILES = 96, MOST_LEAVES = 16, MOST_BUSY = 4;

// What is painted: layers, 2 for lines and 3 for areas, and kinds, by the names of Protomaps (2, 3 and 4) and of OpenMapTiles.
const CLASSES = [
  [/^(landuse|landcover|natural|land)$/, 3, /park|forest|wood|grass|nature|garden|scrub|cemetery|pitch|meadow|golf|zoo|orchard|farm/, 'park'],
  [/^park$/, 3, /./, 'park'],
  [/^water$/, 3, /./, 'water'],
  [/^(water|waterway|physical_line)$/, 2, /./, 'stream'],
  [/^buildings?$/, 3, /./, 'building'],
  [/^(roads|transportation|transit)$/, 2, /rail|transit|subway|tram/, 'rail'],
  [/^(roads|transportation)$/, 2, /highway|motorway|trunk/, 'big'],
  [/^(roads|transportation)$/, 2, /major|medium|primary|secondary|tertiary/, 'middle'],
  [/^(roads|transportation)$/, 2, /^(?!.*(path|track|ferry|pier|other|aerialway))/, 'small'],
  [/^boundar(y|ies)$/, 2, /./, 'border'],
];
const NAMED_ROADS = /^(roads|transportation_name)$/, PLACES = /^places?$/, KINDS = ['pmap:kind', 'kind', 'class'];

// The areas and lines of a class: colour, pixels at the zooms 13 and 17, the first zoom, and a rim of a pixel.
const PAINTS = {
  park: ['park'], water: ['sea'], stream: ['sea', 1, 2, 0], building: ['built', 0, 0, 14], border: ['dim', .8, .8, 0],
  small: ['road', .8, 5, 12, 14.5], middle: ['road', 2.2, 8, 0, 13], big: ['major', 3, 10, 0, 11], rail: ['dim', .6, 1.2, 11],
};

class Reader {
  constructor(bytes, at = 0, end = bytes.length) { Object.assign(this, {bytes, at, end}); }
  get isOpen() { return this.at < this.end; }
  varint() {
    for (let value = 0, unit = 1; unit < 2 ** 70; unit *= 128) {
      if (!this.isOpen) break;
      const byte = this.bytes[this.at++];
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
    throw RangeError('varint');
  }
  skip(count) {
    if (count > this.end - this.at) throw RangeError('length');
    return this.at += count;
  }
  part() {
    const length = this.varint(), start = this.at;
    return new Reader(this.bytes, start, this.skip(length));
  }
  text() {
    const {at, end} = this.part();
    return new TextDecoder().decode(this.bytes.subarray(at, end));
  }
  // Calls what stands for the fields of a message by their numbers, and leaves out the others.
  fields(takers) {
    while (this.isOpen) {
      const key = this.varint(), taker = takers[Math.floor(key / 8)], wire = key % 8;
      if (taker && wire === (taker.wire ?? 2)) taker(this);
      else if (wire === 0) this.varint();
      else if (wire === 2) this.part();
      else this.skip(wire === 1 ? 8 : wire === 5 ? 4 : Infinity);
    }
  }
}
const whole = taker => Object.assign(taker, {wire: 0});

// --- The file

async function unpack(bytes, packing) {
  if (packing === 1) return bytes;
  if (packing !== 2) throw Error('packed otherwise');
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader(), parts = [];
  let length = 0, piece = await stream.read();
  while (!piece.done) {
    length += piece.value.length;
    if (length > LARGEST_UNPACKED) {
      stream.cancel();
      throw RangeError('too large');
    }
    parts.push(piece.value);
    piece = await stream.read();
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// Four columns with a row for each entry: first tile, run, length, offset.
function readDirectory(bytes) {
  const reader = new Reader(bytes), count = reader.varint();
  if (count * 4 > bytes.length) throw RangeError('entries');
  const column = () => Array.from({length: count}, () => reader.varint());
  const ids = column(), runs = column(), lengths = column(), offsets = column();
  for (let i = 0; i < count; i++) {
    ids[i] += ids[i - 1] ?? 0;
    offsets[i] = offsets[i] || !i ? offsets[i] - 1 : offsets[i - 1] + lengths[i - 1];
  }
  return {ids, runs, lengths, offsets};
}

function findEntry({ids, runs, lengths, offsets}, id) {
  let low = 0, high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle] > id) high = middle;
    else low = middle + 1;
  }
  const i = low - 1;
  return i >= 0 && (!runs[i] || id < ids[i] + runs[i]) ? {isLeaf: !runs[i], offset: offsets[i], length: lengths[i]} : null;
}

// The number of a tile: all of coarser zooms come first, those of one zoom follow the curve of Hilbert.
function tileNumber(zoom, x, y) {
  let number = (4 ** zoom - 1) / 3;
  for (let side = 2 ** zoom / 2; side >= 1; side /= 2) {
    const isRight = x >= side, isLow = y >= side;
    number += side * side * (isRight ? isLow ? 2 : 3 : isLow ? 1 : 0);
    x %= side;
    y %= side;
    if (!isLow) [x, y] = isRight ? [side - 1 - y, side - 1 - x] : [y, x];
  }
  return number;
}

// --- A tile

// Its areas and lines by class, in units of its side, and its names, the most important first.
function readTile(bytes) {
  const tile = {paths: {}, names: [], points: 0};
  new Reader(bytes).fields({3: reader => readLayer(reader.part(), tile)});
  tile.names = tile.names.sort((a, b) => a.rank - b.rank).slice(0, MOST_NAMES);
  return tile;
}

function readLayer(reader, tile) {
  const keys = [], values = [], features = [];
  let name = '', extent = 4096;
  reader.fields({
    1(r) { name = r.text(); }, 2(r) { features.push(r.part()); }, 3(r) { keys.push(r.text()); },
    4(r) {
      const at = values.push('') - 1;
      r.part().fields({1(inner) { values[at] = inner.text(); }});
    },
    5: whole(r => { extent = r.varint() || 4096; }),
  });
  const classes = CLASSES.filter(row => row[0].test(name)), isNamed = PLACES.test(name) || NAMED_ROADS.test(name);
  if (!classes.length && !isNamed) return;
  for (const feature of features) {
    let type = 0, tags, geometry;
    feature.fields({2(r) { tags = r.part(); }, 3: whole(r => { type = r.varint(); }), 4(r) { geometry = r.part(); }});
    if (!geometry) continue;
    const found = new Map();
    while (tags?.isOpen) found.set(keys[tags.varint()], values[tags.varint()]);
    const kind = found.get(KINDS.find(key => found.has(key))) ?? '', row = classes.find(row => row[1] === type && row[2].test(kind || ' '));
    const title = isNamed && type !== 3 && words(found.get('name'), 60);
    if (!row && !title) continue;
    const path = row ? tile.paths[row[3]] ??= new Path2D() : null, at = readGeometry(geometry, extent, path, tile);
    if (title && at) tile.names.push({title, x: at[0], y: at[1], rank: type === 2 ? 9 : /country/.test(kind) ? 0 : /city|locality/.test(kind) ? 1 : 2});
  }
}

// Adds to a path; returns the point in the middle.
function readGeometry(reader, extent, path, tile) {
  const points = [];
  let x = 0, y = 0;
  const step = () => {
    const value = reader.varint();
    return (value % 2 ? -(value + 1) / 2 : value / 2) / extent;
  };
  while (reader.isOpen) {
    const command = reader.varint(), action = command % 8;
    if (action === 7) {
      path?.closePath();
      continue;
    }
    if (action !== 1 && action !== 2) throw RangeError('command');
    for (let left = Math.floor(command / 8); left > 0; left--) {
      x += step();
      y += step();
      if (!(Math.abs(x) < 9 && Math.abs(y) < 9) || ++tile.points > MOST_POINTS) throw RangeError('points');
      points.push([x, y]);
      if (action === 1) path?.moveTo(x, y);
      else path?.lineTo(x, y);
    }
  }
  return points[points.length >> 1];
}

// --- The map

// Opens the file of that size; `changed` is called when there is more to draw.
async function openStreets(size, changed) {
  const piece = async (from, length) => {
    if (!(length > 0 && length <= LARGEST && from >= 0 && from + length <= size)) throw RangeError('piece');
    const reply = await fetch(`map?from=${from}&length=${length}`), bytes = new Uint8Array(await reply.arrayBuffer());
    if (!reply.ok || bytes.length !== length) throw Error(reply.status);
    return bytes;
  };
  const head = new DataView((await piece(0, 127)).buffer), long = at => Number(head.getBigUint64(at, true)), byte = at => head.getUint8(at);
  if (new TextDecoder().decode(head.buffer.slice(0, 7)) !== 'PMTiles' || byte(7) !== 3 || byte(99) !== 1) throw Error('no vector tiles in PMTiles 3');
  const open = async (from, length) => unpack(await piece(from, length), byte(97));
  const least = byte(100), most = Math.min(24, byte(101)), root = readDirectory(await open(long(8), long(16)));
  let attribution = '';
  try {
    const markup = JSON.parse(new TextDecoder().decode(await open(long(24), long(32)))).attribution;
    // A document that is only parsed runs and loads nothing.
    attribution = words(new DOMParser().parseFromString(words(markup, 1000) ?? '', 'text/html').body.textContent, 120) ?? '';
  } catch {}
  const leaves = new Map(), tiles = new Map();
  let busy = 0;

  async function load(...place) {
    let directory = root;
    for (let depth = 0; depth < 4; depth++) {
      const entry = findEntry(directory, tileNumber(...place));
      if (!entry) return null;
      if (!entry.isLeaf) return readTile(await unpack(await piece(long(56) + entry.offset, entry.length), byte(98)));
      directory = leaves.get(entry.offset) ?? readDirectory(await open(long(40) + entry.offset, entry.length));
      leaves.set(entry.offset, directory);
      if (leaves.size > MOST_LEAVES) leaves.delete(leaves.keys().next().value);
    }
    return null;
  }

  // A tile that is there, else null, and it is asked for. One that cannot be read is as one that is not in the file.
  function tileAt(...place) {
    const key = place.join();
    let slot = tiles.get(key);
    if (!slot && busy >= MOST_BUSY) return null;
    if (!slot) {
      slot = {tile: null};
      busy++;
      load(...place).then(tile => { slot.tile = tile; }, () => { streets.failures++; }).finally(() => {
        busy--;
        changed();
      });
    }
    tiles.delete(key);  // The one that was used last stands last.
    tiles.set(key, slot);
    if (tiles.size > MOST_TILES) tiles.delete(tiles.keys().next().value);
    return slot.tile;
  }

  const streets = {attribution, failures: 0, shown: 0, tiles, get busy() { return busy; }, draw(view) {
    const zoom = Math.max(least, Math.min(most, Math.floor(view.zoom))), across = 2 ** zoom, side = 256 * 2 ** view.zoom / across;
    const left = view.x * across - w / 2 / side, top = view.y * across - h / 2 / side, names = [];
    if (w * h / side / side > 60) return 0;
    streets.shown = 0;
    for (let x = Math.floor(left); x < left + w / side; x++) {
      for (let y = Math.max(0, Math.floor(top)); y < Math.min(across, top + h / side); y++) {
        const tile = tileAt(zoom, (x % across + across) % across, y), px = Math.round((x - left) * side), py = Math.round((y - top) * side);
        if (!tile) continue;
        drawTile(tile, px, py, side, view.zoom);
        streets.shown++;
        for (const name of tile.names) names.push({...name, x: px + name.x * side, y: py + name.y * side});
      }
    }
    drawNames(names.filter(name => name.rank < 9 || view.zoom > 14.5).sort((a, b) => a.rank - b.rank));
    return streets.shown;
  }};
  return streets;
}

export async function beginStreets(size) {
  const streets = await openStreets(size, () => draw('map'));
  layers.under.push(view => streets.draw(view));
  credit(streets.attribution);
  Object.assign(globalThis.cairn, {openStreets, readTile, streets});
  draw('map');
}

function drawTile(tile, x, y, side, zoom) {
  g.save();
  g.beginPath();
  g.rect(x, y, side + 1, side + 1);
  g.clip();
  g.fillStyle = color.land;
  g.fillRect(x, y, side + 1, side + 1);
  g.translate(x, y);
  g.scale(side, side);
  g.lineCap = 'round';
  const paint = (name, rim) => {
    const path = tile.paths[name], [ink, thin, thick, first = 0, rimmed = Infinity] = PAINTS[name];
    if (!path || zoom < first || rim && zoom < rimmed) return;
    if (!thin) {
      g.fillStyle = color[ink];
      return g.fill(path);
    }
    const share = Math.max(0, Math.min(1, (zoom - 13) / 4));
    g.strokeStyle = rim ? color.rim : color[ink];
    g.lineWidth = (thin + (thick - thin) * share + (rim ? 1.6 : 0)) / side;
    g.stroke(path);
  };
  for (const name of ['park', 'water', 'stream', 'building', 'border']) paint(name);
  for (const name of ['small', 'middle', 'big']) paint(name, true);
  for (const name of ['small', 'middle', 'big', 'rail']) paint(name);
  g.restore();
}

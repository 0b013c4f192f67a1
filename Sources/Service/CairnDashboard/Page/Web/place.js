// Places on the Earth, and on the map in the projection of Mercator, whose world is a square of side 1 with its corner in the north-west.

export const EQUATOR = 40075016.7;  // metres
export const radians = angle => angle * Math.PI / 180;
export const mercatorX = longitude => longitude / 360 + .5;
export const mercatorY = latitude => .5 - Math.asinh(Math.tan(radians(Math.max(-85, Math.min(85, latitude))))) / (2 * Math.PI);
export const latitudeAt = y => Math.atan(Math.sinh((.5 - y) * 2 * Math.PI)) * 180 / Math.PI;
export const longitudeAt = x => (x - Math.floor(x) - .5) * 360;
export const shortest = x => x - Math.round(x);  // The shorter way round the world.

// Metres from one place to another, on a plane.
export function way(from, to) {
  const east = shortest((to.longitude - from.longitude) / 360) * EQUATOR * Math.cos(radians((from.latitude + to.latitude) / 2));
  const north = (to.latitude - from.latitude) / 360 * EQUATOR;
  return {east, north, distance: Math.hypot(east, north)};
}

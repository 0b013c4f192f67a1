// What few pages need, loaded once the server has or tells something of it.

import './app.js';  // So that all that is there without this is one file.

export {beginAround} from './around.js';
export {beginStreets} from './streets.js';
export {TOLD} from './told.js';

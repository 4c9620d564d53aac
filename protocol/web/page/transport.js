// How questions reach Stupol: over the network. The page without a server has another module
// of this name, in the folder static.

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export const ask = (path, options) => fetch("/api/" + path, options);

/** Replaces images and style sheets, which tests under jsdom do not need. */
export default '';

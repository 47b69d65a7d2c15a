/** Stands for images and style sheets, which tests under jsdom have no use for. */
export default '';

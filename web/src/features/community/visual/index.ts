/** The visual editor of posts; loaded when it is used. */
export { holds } from './read';
export { type Caret, VisualArea } from './visual-area';

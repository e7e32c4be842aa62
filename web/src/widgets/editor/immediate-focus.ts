import { commands, Extension } from '@tiptap/core';

/**
 * Focuses the editor within the command. TipTap's own command waits for the next frame on desktop browsers, and what
 * is typed until then is lost on the button that was pressed.
 */
export const ImmediateFocus = Extension.create({
  name: 'immediateFocus',
  addCommands: () => ({
    focus:
      (position = null, options = {}) =>
      (props) => {
        const { view, tr, dispatch } = props;
        if (position === null && dispatch && !view.hasFocus()) {
          view.focus();
          if (options.scrollIntoView !== false) tr.scrollIntoView();
        }
        return commands.focus(position, options)(props);
      },
  }),
});

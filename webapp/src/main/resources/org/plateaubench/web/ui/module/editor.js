// SPDX-License-Identifier: Apache-2.0
// The YAML editor: CodeMirror with problems next to their lines, and completion. Tab leaves it after Escape.
import {
  EditorState, EditorView, HighlightStyle, autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap, completionKeymap,
  defaultKeymap, highlightActiveLine, history, historyKeymap, indentUnit, indentWithTab, indentService, keymap, lineNumbers, lintGutter,
  setDiagnostics, syntaxHighlighting, tags, tooltips, yaml,
} from '../vendor/codemirror.js';

const COLOURS = HighlightStyle.define([
  {tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic'},
  {tag: tags.propertyName, color: 'var(--accent)'},
  {tag: [tags.string, tags.content], color: 'var(--ink)'},
  {tag: [tags.labelName, tags.typeName], color: 'var(--series-4)'},
]);

/** A new line is indented as the one above it, or more below a key without a value. */
const INDENT = indentService.of((context, position) => {
  const {text} = context.lineAt(position, -1);
  return /^ */.exec(text)[0].length + (/:\s*(?:#.*)?$/.test(text) ? 2 : 0);
});

/** Length of the common start and end of two texts. */
function common(first, second) {
  const most = Math.min(first.length, second.length);
  let front = 0;
  while (front < most && first[front] === second[front]) { front++; }
  let back = 0;
  while (back < most - front && first[first.length - 1 - back] === second[second.length - 1 - back]) { back++; }
  return {front, back};
}

/** An editor in an element of a page. */
export class YamlEditor {
  /**
   * Creates an editor.
   * @param place element that it fills
   * @param text its text
   * @param label its label
   * @param describedBy id of the text that explains its keys
   * @param onChange called after the user changed the text
   * @param onCaret called with the offset to which the user moved the caret
   * @param proposals called with (text, offset), returns {from, to, options}, or null for none
   */
  constructor(place, {text, label, describedBy, onChange, onCaret, proposals}) {
    const complete = ({state, pos, explicit}) => (explicit || /[^\s,:]$/.test(state.sliceDoc(pos - 1, pos)) ? proposals(state.sliceDoc(), pos) : null);
    const listener = EditorView.updateListener.of(({docChanged, selectionSet, view}) => {
      if (docChanged && !this.isQuiet) {
        onChange();
      }
      if (selectionSet && view.hasFocus) {
        onCaret(view.state.selection.main.head);
      }
    });
    this.view = new EditorView({
      parent: place,
      state: EditorState.create({
        doc: text,
        extensions: [lineNumbers(), lintGutter(), tooltips({position: 'absolute'}), history(), highlightActiveLine(), bracketMatching(), closeBrackets(), indentUnit.of('  '), INDENT, yaml(),
          syntaxHighlighting(COLOURS), autocompletion({override: [complete], icons: false, maxRenderedOptions: 200}),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
          EditorView.contentAttributes.of({'aria-label': label, 'aria-describedby': describedBy, spellcheck: 'false', tabindex: '0'}), listener],
      }),
    });
  }

  get text() {
    return this.view.state.sliceDoc();
  }

  /** Sets the text. Only the difference is replaced, so that caret, scroll position and history are kept. */
  set(text) {
    const before = this.text;
    const {front, back} = common(before, text);
    this.isQuiet = true;
    try {
      this.view.dispatch({changes: {from: front, to: before.length - back, insert: text.slice(front, text.length - back)}});
    } finally {
      this.isQuiet = false;
    }
  }

  /** Marks problems in the margin and in the text: [{line, column, severity, message}]; `endOf` returns the end of the value at an offset. */
  setProblems(problems, endOf) {
    const {doc} = this.view.state;
    const diagnostics = problems.filter(({line}) => line > 0 && line <= doc.lines).map(({line, column, severity, message}) => {
      const from = this.offset(line, column);
      return {from, to: Math.max(from, endOf(from) ?? doc.line(line).to), severity, message};
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** The offset of a line and column, both from 1; a column counts characters. */
  offset(line, column) {
    const {from, to, text} = this.view.state.doc.line(line);
    return Math.min(to, from + [...text].slice(0, Math.max(0, column - 1)).join('').length);
  }

  /** Scrolls to an offset, without taking the focus. */
  reveal(offset) {
    this.view.dispatch({selection: {anchor: offset}, effects: EditorView.scrollIntoView(offset, {yMargin: 80})});
  }

  /** Moves the caret to a line and column, from 1. */
  jump(line, column) {
    this.view.focus();
    this.reveal(this.offset(line, column));
  }
}

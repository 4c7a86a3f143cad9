// SPDX-License-Identifier: Apache-2.0
// The YAML editor: CodeMirror with problems beside their lines and completion by the server. It is contenteditable, so
// that screen readers read its text, and Tab leaves it after Escape.
import {script, style} from './load.js';
import {html, render} from './lit.js';

const LIBRARY = '/library/codemirror/';
const GUTTER = 'problems';
const ASKS = /[A-Za-z0-9:"'[{,-]/;

/** Loads the library, in the order in which its parts need each other. */
export async function loadEditor() {
  await Promise.all([style(`${LIBRARY}lib/codemirror.css`), script(`${LIBRARY}lib/codemirror.js`)]);
  await Promise.all([style(`${LIBRARY}addon/hint/show-hint.css`), style('/style/editor.css'),
    ...['mode/yaml/yaml.js', 'addon/hint/show-hint.js', 'addon/edit/matchbrackets.js', 'addon/edit/closebrackets.js',
      'addon/comment/comment.js', 'addon/selection/active-line.js'].map((part) => script(LIBRARY + part))]);
}

/** Length of the common end of two texts. */
function common(first, second) {
  const most = Math.min(first.length, second.length);
  let front = 0;
  while (front < most && first[front] === second[front]) { front++; }
  let back = 0;
  while (back < most - front && first[first.length - 1 - back] === second[second.length - 1 - back]) { back++; }
  return {front, back};
}

function mark(problems) {
  const grave = problems.some((problem) => problem.severity !== 'warning');
  const element = document.createElement('span');
  element.className = `gutter-mark ${grave ? 'tone-bad' : 'tone-doubtful'}`;
  element.textContent = grave ? '✕' : '!';
  element.title = problems.map((problem) => problem.message).join('\n');
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', element.title);
  return element;
}

function item(entry) {
  return {
    text: entry.text, entry,
    render(element) {
      render(html`<span class="hint-label">${entry.label}</span> <span class="hint-detail">${entry.detail}</span>
        ${entry.documentation ? html`<span class="hint-text">${entry.documentation}</span>` : ''}`, element);
    },
  };
}

/** An editor in an element of a page. */
export class YamlEditor {
  /**
   * Creates an editor.
   * @param place element that it fills
   * @param label its label
   * @param describedBy id of the text that explains its keys
   * @param onChange called with the text after the user changed it
   * @param onLine called with the line, from 1, to which the user moved the caret
   * @param complete called with ({text, line, column}), returns the answer of /editor/complete
   */
  constructor(place, {label, describedBy, onChange, onLine, complete}) {
    this.complete = complete;
    this.marks = [];
    this.code = globalThis.CodeMirror(place, {
      mode: 'yaml', inputStyle: 'contenteditable', lineNumbers: true, gutters: [GUTTER, 'CodeMirror-linenumbers'],
      indentUnit: 2, tabSize: 2, indentWithTabs: false, lineWrapping: false, matchBrackets: true, autoCloseBrackets: true,
      styleActiveLine: true, viewportMargin: Infinity, screenReaderLabel: label,
      extraKeys: this.keys(),
      hintOptions: {completeSingle: false, alignWithWord: false, hint: (code) => this.hints(code)},
    });
    const field = this.code.getInputField();
    field.setAttribute('aria-label', label);
    field.setAttribute('aria-multiline', 'true');
    field.setAttribute('role', 'textbox');
    field.setAttribute('aria-describedby', describedBy);
    field.spellcheck = false;
    this.code.on('changes', (code, changes) => {
      this.code.setOption('extraKeys', this.keys());
      if (!this.quiet) {
        onChange(code.getValue());
      }
      if (changes.some((change) => change.origin === '+input' && ASKS.test(change.text.join('')))) {
        this.ask();
      }
    });
    this.code.on('cursorActivity', (code) => code.hasFocus() && onLine(code.getCursor().line + 1));
    this.code.on('blur', () => this.code.setOption('extraKeys', this.keys()));
  }

  keys() {
    return {
      'Ctrl-Space': () => this.ask(),
      'Ctrl-/': 'toggleComment',
      Tab: (code) => (code.somethingSelected() ? code.indentSelection('add') : code.execCommand('insertSoftTab')),
      'Shift-Tab': (code) => code.indentSelection('subtract'),
      // From now on the browser handles Tab, until the user types or the focus returns.
      Esc: () => this.code.setOption('extraKeys', {...this.keys(), Tab: false, 'Shift-Tab': false}),
    };
  }

  ask() {
    if (!this.code.state.completionActive) {
      this.code.showHint();
    }
  }

  async hints(code) {
    const cursor = code.getCursor();
    const answer = await this.complete({text: code.getValue(), line: cursor.line + 1, column: cursor.ch + 1});
    const now = code.getCursor();
    if (!answer || answer.items.length === 0 || now.line !== cursor.line || now.ch !== cursor.ch) {
      return null;
    }
    return {
      from: {line: answer.fromLine - 1, ch: answer.fromColumn - 1}, to: {line: answer.toLine - 1, ch: answer.toColumn - 1},
      list: answer.items.map(item),
    };
  }

  get text() {
    return this.code.getValue();
  }

  /** Sets the text. Only the difference is replaced, so that caret, scroll position and history are kept. */
  set(text) {
    const before = this.text;
    if (before === text) {
      return;
    }
    const {front, back} = common(before, text);
    const scroll = this.code.getScrollInfo();
    this.quiet = true;
    try {
      this.code.replaceRange(text.slice(front, text.length - back), this.code.posFromIndex(front),
        this.code.posFromIndex(before.length - back), 'form');
    } finally {
      this.quiet = false;
    }
    this.code.scrollTo(scroll.left, scroll.top);
  }

  /** Shows problems beside their lines and under their characters. */
  setProblems(problems) {
    this.marks.forEach((one) => one.clear());
    this.marks = [];
    this.code.clearGutter(GUTTER);
    const lines = new Map();
    for (const problem of problems.filter((one) => one.line)) {
      lines.set(problem.line, [...(lines.get(problem.line) ?? []), problem]);
      const from = {line: problem.line - 1, ch: (problem.column ?? 1) - 1};
      const to = problem.endLine ? {line: problem.endLine - 1, ch: problem.endColumn - 1} : {line: problem.line - 1, ch: null};
      this.marks.push(this.code.markText(from, to, {className: problem.severity === 'warning' ? 'warned-text' : 'wrong-text',
        attributes: {title: problem.message}}));
    }
    lines.forEach((found, line) => this.code.setGutterMarker(line - 1, GUTTER, mark(found)));
  }

  /** Scrolls to a line, from 1, without taking the focus. */
  reveal(line) {
    this.code.setCursor({line: line - 1, ch: 0}, null, {scroll: false});
    this.code.scrollIntoView({line: line - 1, ch: 0}, 80);
  }

  /** Moves the caret to a line and column, from 1. */
  jump(line, column) {
    this.code.focus();
    this.code.setCursor({line: line - 1, ch: (column ?? 1) - 1});
    this.code.scrollIntoView(null, 120);
  }

  /** Refreshes the display. Called when the editor becomes visible. */
  refresh() {
    this.code.refresh();
  }
}

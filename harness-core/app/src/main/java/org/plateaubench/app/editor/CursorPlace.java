// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of a cursor in a YAML text that need not be valid. It is found by indentation and by the braces of its
 * line, so that an incomplete line does not matter. Immutable.
 *
 * @param path keys around it, the outermost first; the word {@link #ELEMENT} for a list
 * @param key key of the value that the cursor is in, empty when a key is being typed
 * @param word typed part of the key or value before the cursor
 * @param indent column of the first key of the line, from 0
 * @param isInline whether it is inside braces or brackets
 */
record CursorPlace(List<String> path, String key, String word, int indent, boolean isInline) {
    static final String ELEMENT = "[]";

    private static final Pattern KEY =
            Pattern.compile("(\\s*(?:- +)*)(\"[^\"]*\"|'[^']*'|[^\\s:#'\"\\[\\]{},][^:#]*?)\\s*:(?:\\s+|$)(.*)");
    private static final Pattern START = Pattern.compile("(\\s*)((?:-(?: +|$))*)(.*)");
    private static final int FAR = 5000;

    /** The longest line that is read; people do not type longer ones. */
    static final int LONGEST_LINE = 2_000;

    CursorPlace {
        path = List.copyOf(path);
    }

    /**
     * The place of a cursor.
     *
     * @param lines lines of the text
     * @param line number of the line, from 0
     * @param before text before the cursor in its line
     */
    static CursorPlace of(String[] lines, int line, String before) {
        Matcher start = START.matcher(before);
        if (!start.matches()) {
            return new CursorPlace(List.of(), "", before, 0, false);
        }
        int indent = start.group(1).length() + start.group(2).length();
        Deque<String> path = new ArrayDeque<>();
        for (int i = 0; i < dashes(start.group(2)); i++) {
            path.add(ELEMENT);
        }
        addOuter(path, lines, line, start.group(1).length());
        return within(List.copyOf(path), start.group(3), indent);
    }

    private static int dashes(String text) {
        return (int) text.chars().filter(c -> c == '-').count();
    }

    /** Prepends the keys of the lines above to a path, each less indented than the one below it. */
    private static void addOuter(Deque<String> path, String[] lines, int line, int indent) {
        int column = indent;
        boolean isElement = !path.isEmpty();
        for (int i = line - 1; i >= 0 && i > line - FAR && (column > 0 || isElement); i--) {
            String text = lines[i].length() > LONGEST_LINE ? "" : lines[i];
            Matcher key = KEY.matcher(text);
            if (text.isBlank() || text.stripLeading().startsWith("#") || !key.matches()) {
                continue;
            }
            int spaces = (int) text.chars().takeWhile(c -> c == ' ').count();
            int keyColumn = key.group(1).length();
            boolean isDashed = keyColumn > spaces;
            boolean mayHold = keyColumn < column || (isElement && !isDashed && keyColumn == column);
            if (isDashed && keyColumn == column) {
                // The line of the dash of the element that the cursor is in.
                for (int dash = 0; dash < dashes(key.group(1)); dash++) {
                    path.addFirst(ELEMENT);
                }
                column = spaces;
                isElement = true;
            } else if (mayHold) {
                path.addFirst(unquoted(key.group(2)));
                column = isDashed ? spaces : keyColumn;
                isElement = isDashed;
                for (int dash = 0; dash < dashes(key.group(1)); dash++) {
                    path.addFirst(ELEMENT);
                }
            }
        }
    }

    static String unquoted(String key) {
        boolean isQuoted = key.length() > 1 && (key.startsWith("\"") || key.startsWith("'"));
        return isQuoted ? key.substring(1, key.length() - 1) : key.strip();
    }

    /** The open braces and keys within the line itself. */
    private static CursorPlace within(List<String> outer, String typed, int indent) {
        List<String> path = new ArrayList<>(outer);
        Matcher key = KEY.matcher(typed);
        String rest = typed;
        String name = "";
        if (key.matches() && key.group(1).isBlank()) {
            name = unquoted(key.group(2));
            rest = key.group(3);
        }
        if (rest.startsWith("{") || rest.startsWith("[")) {
            return inline(path, name, rest, indent);
        }
        return new CursorPlace(path, name, rest, indent, false);
    }

    private static CursorPlace inline(List<String> outer, String firstKey, String rest, int indent) {
        List<String> path = new ArrayList<>(outer);
        List<Boolean> isList = new ArrayList<>();
        String key = firstKey;
        StringBuilder word = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < rest.length(); i++) {
            char c = rest.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
                word.append(c);
            } else if (c == '"' || c == '\'') {
                quote = c;
                word.append(c);
            } else if (c == '{' || c == '[') {
                if (!key.isEmpty()) {
                    path.add(key);
                }
                if (c == '[') {
                    path.add(ELEMENT);
                }
                isList.add(c == '[');
                key = "";
                word.setLength(0);
            } else if ((c == '}' || c == ']') && !isList.isEmpty()) {
                boolean wasList = isList.removeLast();
                if (wasList && !path.isEmpty()) {
                    path.removeLast();
                }
                key = path.isEmpty() || path.getLast().equals(ELEMENT) ? "" : path.removeLast();
                word.setLength(0);
            } else if (c == ',') {
                key = "";
                word.setLength(0);
            } else if (c == ':' && !isList.isEmpty() && !isList.getLast() && key.isEmpty()) {
                key = unquoted(word.toString().strip());
                word.setLength(0);
            } else if (c != ' ' || !word.isEmpty()) {
                word.append(c);
            }
        }
        return new CursorPlace(path, key, word.toString(), indent, true);
    }

    /** Whether an element of a list of plain values is being typed. */
    boolean isElement() {
        return key.isEmpty() && !path.isEmpty() && path.getLast().equals(ELEMENT);
    }
}

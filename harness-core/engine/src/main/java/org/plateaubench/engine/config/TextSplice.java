// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.PlacedNode.Entry;
import org.plateaubench.engine.config.PlacedNode.Mapping;
import org.plateaubench.engine.config.PlacedNode.Scalar;
import org.plateaubench.engine.config.PlacedNode.Sequence;
import org.plateaubench.engine.config.YamlText.Place;

/**
 * Replaces parts of a YAML text. Comments stay, except those within a removed value. Pure functions; the caller checks
 * the result.
 */
final class TextSplice {
    private static final int STEP = 2;

    private final String text;

    TextSplice(String text) {
        this.text = text;
    }

    private String splice(int from, int to, String replacement) {
        return text.substring(0, from) + replacement + text.substring(to);
    }

    /** Replaces the element of a list, or the outermost value. */
    String replace(PlacedNode node, @Nullable Object value, boolean isInside) {
        Place place = isInside ? Place.INLINE : Place.LINE;
        String given = YamlText.scalarText(value);
        String replacement = node instanceof Scalar scalar && given != null
                ? rendered(scalar, value, given, place)
                : YamlText.inline(value, place);
        boolean isTight = node.start() == node.end() && node.start() > 0 && text.charAt(node.start() - 1) != ' ';
        return splice(node.start(), node.end(), (isTight ? " " : "") + replacement);
    }

    private static String rendered(Scalar before, @Nullable Object value, String given, Place place) {
        return value instanceof String ? YamlText.inPlaceOf(before, given, place) : YamlText.inline(value, place);
    }

    /** Replaces the value of a key. */
    String replace(Entry entry, @Nullable Object value, boolean isInside) {
        PlacedNode node = entry.value();
        int afterColon = afterColon(entry);
        int endOfKeyLine = endOfLine(afterColon);
        if (node.isInline() || node instanceof Scalar || node.start() <= endOfKeyLine) {
            return replace(node, value, isInside);
        }
        // The value is in the lines below: they are removed, and the rest of the key's line stays.
        return text.substring(0, afterColon)
                + " "
                + YamlText.inline(value, Place.LINE)
                + text.substring(afterColon, endOfKeyLine)
                + text.substring(endOfLine(node.end()));
    }

    private int afterColon(Entry entry) {
        int colon = text.indexOf(':', entry.key().end());
        return colon < 0 ? entry.key().end() : colon + 1;
    }

    /** Inserts a key in a mapping. */
    String insert(Mapping mapping, List<String> order, String key, Object value) {
        if (mapping.isInline()) {
            Entry last = lastOf(mapping);
            return last == null
                    ? splice(mapping.start(), mapping.end(), YamlText.inline(Map.of(key, value), Place.INLINE))
                    : splice(last.value().end(), last.value().end(), ", " + inlineEntry(key, value));
        }
        Entry before = predecessor(mapping, order, key);
        int indent = column(mapping.entries().values().iterator().next().key().start());
        return insertLine(before.value().end(), indent, key, value, isAiry(mapping, indent));
    }

    private static String inlineEntry(String key, Object value) {
        String braces = YamlText.inline(Map.of(key, value), Place.INLINE);
        return braces.substring(2, braces.length() - 2);
    }

    /** Inserts the first key below a key without a value. */
    String insertBelow(Entry parent, String key, Object value) {
        int indent = column(parent.key().start()) + STEP;
        return insertLine(afterColon(parent), indent, key, value, false);
    }

    private String insertLine(int after, int indent, String key, Object value, boolean isAiry) {
        String lineEnd = lineEnd();
        String entry = YamlText.entry(key, value, indent, lineEnd);
        int at = endOfLine(after);
        return splice(at, at, lineEnd + (isAiry ? lineEnd : "") + " ".repeat(indent) + entry);
    }

    /** Whether blank lines separate the sections of the file. */
    private boolean isAiry(Mapping mapping, int indent) {
        return indent == 0 && mapping.entries().size() > 1 && text.contains(lineEnd() + lineEnd());
    }

    /** The last key that precedes a key in the usual order, the last of all when the order does not contain it. */
    private static Entry predecessor(Mapping mapping, List<String> order, String key) {
        List<String> before = order.subList(0, Math.max(0, order.indexOf(key)));
        Entry found = null;
        for (Map.Entry<String, Entry> entry : mapping.entries().entrySet()) {
            if (before.contains(entry.getKey())) {
                found = entry.getValue();
            }
        }
        if (found == null) {
            found = lastOf(mapping);
        }
        if (found == null) {
            throw new IllegalArgumentException("an empty mapping is written in braces");
        }
        return found;
    }

    private static @Nullable Entry lastOf(Mapping mapping) {
        Entry last = null;
        for (Entry entry : mapping.entries().values()) {
            last = entry;
        }
        return last;
    }

    /** Appends an element to a list that has one. */
    String append(Sequence list, @Nullable Object value) {
        PlacedNode last = list.elements().getLast();
        if (list.isInline()) {
            return splice(last.end(), last.end(), ", " + YamlText.inline(value, Place.INLINE));
        }
        int indent = column(list.start());
        int at = endOfLine(last.end());
        return splice(at, at, lineEnd() + " ".repeat(indent) + "- " + YamlText.inline(value, Place.LINE));
    }

    /** Removes an element of a list that has another one before it. */
    String removeElement(Sequence list, int index) {
        PlacedNode element = list.elements().get(index);
        PlacedNode before = list.elements().get(index - 1);
        return list.isInline()
                ? splice(before.end(), element.end(), "")
                : splice(endOfLine(before.end()), endOfLine(element.end()), "");
    }

    /** Removes a key of a mapping that has another one. */
    String remove(Mapping mapping, String key) {
        List<Entry> entries = List.copyOf(mapping.entries().values());
        List<String> keys = List.copyOf(mapping.entries().keySet());
        int index = keys.indexOf(key);
        Entry entry = entries.get(index);
        boolean isLast = index == entries.size() - 1;
        if (mapping.isInline()) {
            return isLast
                    ? splice(entries.get(index - 1).value().end(), entry.value().end(), "")
                    : splice(entry.key().start(), entries.get(index + 1).key().start(), "");
        }
        int startOfLine = startOfLine(entry.key().start());
        if (!text.substring(startOfLine, entry.key().start()).isBlank()) {
            // The first key of a list element: the next one moves up to its dash.
            return splice(entry.key().start(), entries.get(index + 1).key().start(), "");
        }
        return withoutLines(
                startOfLine, Math.max(afterColon(entry), entry.value().end()));
    }

    private String withoutLines(int startOfFirst, int inLast) {
        int end = text.indexOf('\n', inLast);
        if (end >= 0) {
            return splice(startOfFirst, end + 1, "");
        }
        // The last line of the text: the line end before it is removed, as there is none after it.
        int before = startOfFirst;
        while (before > 0 && (text.charAt(before - 1) == '\n' || text.charAt(before - 1) == '\r')) {
            before--;
        }
        return text.substring(0, before);
    }

    private int column(int offset) {
        return offset - startOfLine(offset);
    }

    private int startOfLine(int offset) {
        return text.lastIndexOf('\n', offset - 1) + 1;
    }

    /** The offset of the line end after a place; the length of the text when there is none. */
    private int endOfLine(int offset) {
        int end = text.indexOf('\n', offset);
        if (end < 0) {
            return text.length();
        }
        return end > offset && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }

    private String lineEnd() {
        return text.contains("\r\n") ? "\r\n" : "\n";
    }
}

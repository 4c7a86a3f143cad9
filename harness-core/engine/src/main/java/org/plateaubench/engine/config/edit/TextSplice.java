// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.edit;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.edit.YamlText.Place;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Field;
import org.plateaubench.engine.config.text.ConfigNode.Mapping;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;
import org.plateaubench.engine.config.text.ConfigNode.Sequence;
import org.plateaubench.engine.config.text.ConfigNode.Span;

/**
 * Replaces one part of a YAML text, so that its values come one step closer to the wanted values. Comments are kept,
 * except those within a removed value. Immutable; the caller reads the result again.
 */
final class TextSplice {
    private static final int STEP = 2;

    private final String text;
    private final boolean isPlainText;
    private final TextPath changed;

    /** Creates a splice of a text whose values differ from the wanted values at only one path. */
    TextSplice(String text, TextPath changed) {
        this.text = text;
        this.changed = changed;
        isPlainText = text.chars().noneMatch(c -> Character.isSurrogate((char) c));
    }

    /**
     * A value and its place in the text.
     *
     * @param path its path
     * @param field its key, null for the outermost value and for elements of lists
     * @param isInside whether it is in braces or brackets
     */
    private record Spot(TextPath path, @Nullable Field field, ConfigNode node, boolean isInside) {
        Spot below(Object part, @Nullable Field below, ConfigNode value) {
            return new Spot(
                    path.below(part), below, value, isInside || node.span().isInline());
        }
    }

    /**
     * The text with the first difference removed, null if there is no difference.
     *
     * @param root the values of the text
     * @throws IllegalArgumentException when another value would change too
     */
    @Nullable
    String towards(Map<?, ?> wanted, Mapping root) {
        if (!root.span().equals(Span.NONE)) {
            return mended(new Spot(new TextPath(List.of()), null, root, false), wanted);
        }
        String lineEnd = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
        return wanted.entrySet().stream()
                .findFirst()
                .map(entry -> text + lineEnd + YamlText.entry(name(entry), entry.getValue(), 0, "\n") + "\n")
                .orElse(null);
    }

    private static String name(Map.Entry<?, ?> entry) {
        return String.valueOf(entry.getKey());
    }

    private @Nullable String mended(Spot spot, @Nullable Object wanted) {
        boolean isAlias = spot.node.span().isAlias();
        if (!isAlias && wanted instanceof Map<?, ?> map && !map.isEmpty()) {
            if (spot.node instanceof Mapping mapping && !mapping.fields().isEmpty()) {
                return mendedFields(spot, mapping, map);
            }
            if (spot.node instanceof Scalar scalar && spot.field != null && hasFreeLinesBelow(spot, scalar)) {
                return insertedBelow(spot.field, map.entrySet().iterator().next());
            }
        }
        if (!isAlias
                && wanted instanceof List<?> elements
                && !elements.isEmpty()
                && spot.node instanceof Sequence list
                && !list.elements().isEmpty()) {
            return mendedElements(spot, list, elements);
        }
        if (isSame(spot.node, wanted)) {
            return null;
        }
        if (isAlias && !spot.path.isWithin(changed)) {
            throw new IllegalArgumentException(RunFileEdit.REFUSED);
        }
        return replaced(spot, wanted);
    }

    /** Whether a value can be inserted in the lines below a key without a value. */
    private boolean hasFreeLinesBelow(Spot spot, Scalar scalar) {
        return !spot.isInside && scalar.isNothing() && scalar.text().isEmpty() && !spot.path.isWithin(changed);
    }

    /** Whether a value is the wanted one; a number or boolean must not have quotes. */
    private static boolean isSame(ConfigNode node, @Nullable Object wanted) {
        if (!(node instanceof Scalar scalar) || scalar.isNothing()) {
            return Objects.equals(node.plain(), PlainTree.normal(wanted));
        }
        return scalar.text().equals(YamlText.scalarText(wanted)) && (wanted instanceof String || scalar.isPlain());
    }

    private @Nullable String mendedFields(Spot spot, Mapping mapping, Map<?, ?> wanted) {
        for (Map.Entry<String, Field> entry : mapping.fields().entrySet()) {
            String key = entry.getKey();
            Field field = entry.getValue();
            String mended =
                    wanted.containsKey(key) ? mended(spot.below(key, field, field.value()), wanted.get(key)) : null;
            if (mended != null) {
                return mended;
            }
        }
        for (Map.Entry<?, ?> entry : wanted.entrySet()) {
            if (!mapping.fields().containsKey(name(entry))) {
                return inserted(spot.path, mapping, entry);
            }
        }
        for (String key : mapping.fields().keySet()) {
            if (!wanted.containsKey(key)) {
                return removed(mapping, key);
            }
        }
        return null;
    }

    private @Nullable String mendedElements(Spot spot, Sequence list, List<?> wanted) {
        List<ConfigNode> elements = list.elements();
        for (int i = 0; i < Math.min(elements.size(), wanted.size()); i++) {
            String mended = mended(spot.below(i, null, elements.get(i)), wanted.get(i));
            if (mended != null) {
                return mended;
            }
        }
        return elements.size() < wanted.size()
                ? appended(list, wanted.get(elements.size()))
                : elements.size() > wanted.size() ? withoutLast(list) : null;
    }

    private String replaced(Spot spot, @Nullable Object value) {
        ConfigNode node = spot.node;
        Place place = spot.isInside ? Place.INLINE : Place.LINE;
        boolean isReplacedInPlace = node.span().isInline() || node instanceof Scalar;
        if (!isReplacedInPlace && spot.field != null && start(node) > endOfLine(afterColon(spot.field))) {
            // The value is in the lines below: these are removed, and the rest of the key's line is kept.
            int afterColon = afterColon(spot.field);
            return text.substring(0, afterColon)
                    + " "
                    + YamlText.inline(value, place)
                    + text.substring(afterColon, endOfLine(afterColon))
                    + text.substring(endOfLine(end(node)));
        }
        boolean isQuoted = node instanceof Scalar scalar
                && !scalar.isPlain()
                && node.span().isInline();
        String given = value instanceof String word && isQuoted && !node.span().isAlias()
                ? YamlText.quotedUnlessNumber(word)
                : YamlText.inline(value, place);
        boolean isTight = start(node) == end(node) && start(node) > 0 && text.charAt(start(node) - 1) != ' ';
        return splice(start(node), end(node), (isTight ? " " : "") + given);
    }

    private String splice(int from, int to, String replacement) {
        return text.substring(0, from) + replacement + text.substring(to);
    }

    private int afterColon(Field field) {
        int end = offset(field.keySpan().end());
        int colon = text.indexOf(':', end);
        return colon < 0 ? end : colon + 1;
    }

    private String inserted(TextPath path, Mapping mapping, Map.Entry<?, ?> entry) {
        if (mapping.span().isInline()) {
            ConfigNode last = List.copyOf(mapping.fields().values()).getLast().value();
            String braces = YamlText.inline(Collections.singletonMap(name(entry), entry.getValue()), Place.INLINE);
            return splice(end(last), end(last), ", " + braces.substring(2, braces.length() - 2));
        }
        Field before = predecessor(mapping, KeyOrder.of(path), name(entry));
        int indent = column(
                offset(mapping.fields().values().iterator().next().keySpan().start()));
        return insertedLine(end(before.value()), indent, entry, isAiry(mapping, indent));
    }

    /** Inserts the first key below a key without a value. */
    private String insertedBelow(Field parent, Map.Entry<?, ?> entry) {
        int indent = column(offset(parent.keySpan().start())) + STEP;
        return insertedLine(afterColon(parent), indent, entry, false);
    }

    private String insertedLine(int after, int indent, Map.Entry<?, ?> entry, boolean isAiry) {
        String lineEnd = lineEnd();
        String line = YamlText.entry(name(entry), entry.getValue(), indent, lineEnd);
        int at = endOfLine(after);
        return splice(at, at, lineEnd + (isAiry ? lineEnd : "") + " ".repeat(indent) + line);
    }

    /** Whether blank lines separate the sections of the file. */
    private boolean isAiry(Mapping mapping, int indent) {
        return indent == 0 && mapping.fields().size() > 1 && text.contains(lineEnd() + lineEnd());
    }

    /** The last existing key that precedes a key in the usual order, or the last key of all if none precedes it. */
    private static Field predecessor(Mapping mapping, List<String> order, String key) {
        List<String> before = order.subList(0, Math.max(0, order.indexOf(key)));
        return mapping.fields().entrySet().stream()
                .filter(entry -> before.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .reduce((first, second) -> second)
                .orElseGet(() -> List.copyOf(mapping.fields().values()).getLast());
    }

    private String appended(Sequence list, @Nullable Object value) {
        ConfigNode last = list.elements().getLast();
        if (list.span().isInline()) {
            return splice(end(last), end(last), ", " + YamlText.inline(value, Place.INLINE));
        }
        int at = endOfLine(end(last));
        String dash = lineEnd() + " ".repeat(column(start(list))) + "- ";
        return splice(at, at, dash + YamlText.inline(value, Place.LINE));
    }

    private String withoutLast(Sequence list) {
        int last = end(list.elements().getLast());
        int before = end(list.elements().get(list.elements().size() - 2));
        return list.span().isInline() ? splice(before, last, "") : splice(endOfLine(before), endOfLine(last), "");
    }

    /** Removes a key of a mapping that has at least one other key. */
    private String removed(Mapping mapping, String key) {
        List<Field> fields = List.copyOf(mapping.fields().values());
        int index = List.copyOf(mapping.fields().keySet()).indexOf(key);
        Field field = fields.get(index);
        int start = offset(field.keySpan().start());
        int end = Math.max(afterColon(field), end(field.value()));
        if (mapping.span().isInline() && index == fields.size() - 1) {
            return splice(end(fields.get(index - 1).value()), end, "");
        }
        int startOfLine = startOfLine(start);
        if (mapping.span().isInline() || !text.substring(startOfLine, start).isBlank()) {
            // In a block it is the first key of a list element: the next key moves up to its dash.
            return splice(start, offset(fields.get(index + 1).keySpan().start()), "");
        }
        return withoutLines(startOfLine, end);
    }

    private String withoutLines(int startOfFirst, int inLast) {
        int end = text.indexOf('\n', inLast);
        if (end >= 0) {
            return splice(startOfFirst, end + 1, "");
        }
        // This is the last line of the text, so the line end before it is removed.
        int before = startOfFirst;
        while (before > 0 && (text.charAt(before - 1) == '\n' || text.charAt(before - 1) == '\r')) {
            before--;
        }
        return text.substring(0, before);
    }

    private int start(ConfigNode node) {
        return offset(node.span().start());
    }

    /** The end of a node. The lines of a block scalar, with empty lines, extend to the next item in the text. */
    private int end(ConfigNode node) {
        int end = offset(node.span().end());
        boolean isBlock = !node.span().isInline();
        while (isBlock && end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    /** Converts a position in code points, as in spans, to an offset in UTF-16 units. */
    private int offset(int characters) {
        return isPlainText ? characters : text.offsetByCodePoints(0, characters);
    }

    private int column(int offset) {
        return offset - startOfLine(offset);
    }

    private int startOfLine(int offset) {
        return text.lastIndexOf('\n', offset - 1) + 1;
    }

    /** The offset of the next line end; the length of the text if there is none. */
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

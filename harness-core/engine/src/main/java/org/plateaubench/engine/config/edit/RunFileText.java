// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.edit;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

/** The text of a run file and the values that can be read from it; it need not be valid. Immutable. */
public final class RunFileText {
    private final List<Problem> problems;
    private final boolean isBeyondBounds;
    private final @Nullable Map<?, ?> tree;
    private final Map<Long, Integer> ends = new HashMap<>();

    private RunFileText(List<Problem> problems, boolean isBeyondBounds, @Nullable Map<?, ?> tree) {
        this.problems = List.copyOf(problems);
        this.isBeyondBounds = isBeyondBounds;
        this.tree = tree;
    }

    /** Reads a text, which may be hostile. */
    public static RunFileText of(String text) {
        if (text.length() > RunFileReader.MAX_BYTES
                || text.getBytes(StandardCharsets.UTF_8).length > RunFileReader.MAX_BYTES) {
            String message = "is larger than " + RunFileReader.MAX_BYTES + " bytes";
            return new RunFileText(List.of(new Problem("", 0, 0, "", message)), true, null);
        }
        Problems problems = new Problems();
        // The byte order mark is removed; columns of its line do not count it.
        String unmarked = text.startsWith("\ufeff") ? text.substring(1) : text;
        ConfigNode root = YamlTree.ofFile("", unmarked, problems);
        Object plain = root == null ? null : root.plain();
        boolean isNothing = plain == null && problems.isEmpty();
        Map<?, ?> tree = isNothing ? Map.of() : plain instanceof Map<?, ?> map ? map : null;
        RunFileText result = new RunFileText(problems.sorted(), problems.isBeyondBounds(), tree);
        if (root != null) {
            result.place(root);
        }
        return result;
    }

    /** Records the end of every key and value. */
    private void place(ConfigNode node) {
        if (node.span().isAlias()) {
            return;
        }
        place(node.location(), node.span());
        switch (node) {
            case ConfigNode.Mapping mapping ->
                mapping.fields().values().forEach(field -> {
                    place(field.keyLocation(), field.keySpan());
                    place(field.value());
                });
            case ConfigNode.Sequence list -> list.elements().forEach(this::place);
            case ConfigNode.Scalar scalar -> {} // A scalar has no parts.
        }
    }

    private void place(Location start, ConfigNode.Span span) {
        if (span.isInline() && span.end() > span.start()) {
            ends.put(place(start.line(), start.column()), start.column() + span.end() - span.start());
        }
    }

    private static long place(int line, int column) {
        return (long) line << Integer.SIZE | column;
    }

    /** The problems why the text, or a part of it, cannot be read; its values are not validated. */
    public List<Problem> problems() {
        return problems;
    }

    /** Whether it is larger, nested more deeply or expands to more than the reader accepts. */
    public boolean isBeyondBounds() {
        return isBeyondBounds;
    }

    /** Whether it is a mapping, which may be empty. */
    public boolean isMapping() {
        return tree != null;
    }

    /** The value at a path as text, list or mapping; null when it is missing or empty. */
    public @Nullable Object at(String path) {
        return PlainTree.at(tree, path(path));
    }

    /** Whether there is a value at a path; it may be empty. */
    public boolean gives(String path) {
        return tree != null && PlainTree.has(tree, path(path));
    }

    /** Parses a path; a path without parts means the whole text. */
    private static TextPath path(String path) {
        return path.isEmpty() ? new TextPath(List.of()) : TextPath.parse(path);
    }

    /**
     * The keys of the mapping at a path, without those that cannot be part of a path; none if the value is not a
     * mapping.
     */
    public List<String> keys(String path) {
        return at(path) instanceof Map<?, ?> map
                ? map.keySet().stream()
                        .map(String::valueOf)
                        .filter(TextPath::isName)
                        .toList()
                : List.of();
    }

    /** A value of {@link #at} on one line of YAML. */
    public static String inline(@Nullable Object value) {
        return YamlText.inline(value, YamlText.Place.LINE);
    }

    /**
     * The column after the last character of a problem's key or value; 0 if it is not known, and beyond the end of the
     * line if the value continues on the next line.
     */
    public int endColumn(Problem problem) {
        return ends.getOrDefault(place(problem.line(), problem.column()), 0);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The text of a run file, right or wrong, as far as it can be read. Immutable. */
public final class RunFileText {
    private final List<Problem> problems;
    private final boolean isBeyondBounds;
    private final @Nullable Map<?, ?> tree;
    private final Map<Long, Location> ends = new HashMap<>();

    private RunFileText(List<Problem> problems, boolean isBeyondBounds, @Nullable Map<?, ?> tree) {
        this.problems = List.copyOf(problems);
        this.isBeyondBounds = isBeyondBounds;
        this.tree = tree;
    }

    /** Reads a text, which is hostile. */
    public static RunFileText of(String text) {
        if (text.length() > RunFileReader.MAX_BYTES
                || text.getBytes(StandardCharsets.UTF_8).length > RunFileReader.MAX_BYTES) {
            String message = "is larger than " + RunFileReader.MAX_BYTES + " bytes";
            return new RunFileText(List.of(new Problem("", 0, 0, "", message)), true, null);
        }
        Problems problems = new Problems();
        // The mark that some editors begin a file with; its line keeps the columns that a person counts.
        String unmarked = text.startsWith("\ufeff") ? text.substring(1) : text;
        ConfigNode root = YamlTree.ofFile("", unmarked, problems);
        Object plain = root == null ? null : root.plain();
        boolean isNothing = plain == null && problems.isEmpty();
        Map<?, ?> tree = isNothing ? Map.of() : plain instanceof Map<?, ?> map ? map : null;
        RunFileText result = new RunFileText(problems.sorted(), problems.isBeyondBounds(), tree);
        if (root != null) {
            LineTable lines = new LineTable(unmarked);
            PlacedTree.of(unmarked).ifPresent(node -> result.place(node, lines));
        }
        return result;
    }

    /** Remembers for every key and every value on one line where it ends. */
    private void place(PlacedNode node, LineTable lines) {
        switch (node) {
            case PlacedNode.Mapping mapping ->
                mapping.entries().values().forEach(entry -> {
                    place(entry.key(), lines);
                    place(entry.value(), lines);
                });
            case PlacedNode.Sequence list -> list.elements().forEach(element -> place(element, lines));
            case PlacedNode.Scalar scalar -> {} // has no parts
            case PlacedNode.Alias alias -> {} // has no parts
        }
        if (node.isInline() && node.end() > node.start()) {
            Location start = lines.at(node.start());
            ends.put(place(start.line(), start.column()), lines.at(node.end()));
        }
    }

    private static long place(int line, int column) {
        return (long) line << Integer.SIZE | column;
    }

    /** Why the text cannot be read, or what of it was passed over; not whether it says what a run file should. */
    public List<Problem> problems() {
        return problems;
    }

    /** Whether it is larger, nested deeper or expands to more than what is read. */
    public boolean isBeyondBounds() {
        return isBeyondBounds;
    }

    /** Whether it is a mapping, be it an empty one. */
    public boolean isMapping() {
        return tree != null;
    }

    /** The value at a path as text, list or mapping; null when there is none or nothing is given. */
    public @Nullable Object at(String path) {
        return PlainTree.at(tree, path(path));
    }

    /** Whether something is given at a path, be it nothing. */
    public boolean gives(String path) {
        return tree != null && PlainTree.has(tree, path(path));
    }

    /** Empty for the whole text. */
    private static TextPath path(String path) {
        return path.isEmpty() ? new TextPath(List.of()) : TextPath.parse(path);
    }

    /** The keys of the mapping at a path that can be part of a path, none when it is no mapping. */
    public List<String> keys(String path) {
        return at(path) instanceof Map<?, ?> map
                ? map.keySet().stream()
                        .map(String::valueOf)
                        .filter(TextPath::isName)
                        .toList()
                : List.of();
    }

    /** A value as {@link #at} gives it on one line of YAML. */
    public static String inline(@Nullable Object value) {
        return YamlText.inline(value, YamlText.Place.LINE);
    }

    /** The place after the last character of the key or value that a problem is about, as far as it is on one line. */
    public Optional<Location> endOf(Problem problem) {
        return Optional.ofNullable(ends.get(place(problem.line(), problem.column())))
                .filter(end -> end.line() == problem.line());
    }
}

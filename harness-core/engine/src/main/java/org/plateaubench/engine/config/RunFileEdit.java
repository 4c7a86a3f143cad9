// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.PlacedNode.Entry;
import org.plateaubench.engine.config.PlacedNode.Mapping;
import org.plateaubench.engine.config.PlacedNode.Scalar;
import org.plateaubench.engine.config.PlacedNode.Sequence;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

/**
 * Changes values in the text of a run file and leaves everything else unchanged: comments, order, layout. After each
 * change the text is read again; a change with any other effect is refused. Pure functions.
 */
public final class RunFileEdit {
    private static final String MARK = "\ufeff";
    private static final String REFUSED = "cannot be changed here without changing something else: edit the text";

    private String text;

    private RunFileEdit(String text) {
        this.text = text;
    }

    /**
     * A change.
     *
     * @param path path of the value, such as {@code workloads.store.load.users} or {@code run.seed}
     * @param value text, number, truth value, or a list or mapping of these; null removes the value, and the mappings
     *     around it that become empty
     */
    public record Change(String path, @Nullable Object value) {
        /**
         * A change to a value that is given as YAML; nothing removes the value.
         *
         * @throws WrongConfiguration when it is no YAML
         */
        public static Change ofYaml(String path, String yaml) throws WrongConfiguration {
            Problems problems = new Problems();
            ConfigNode node = YamlTree.ofOption(Location.of(path), yaml, problems);
            if (!problems.isEmpty()) {
                throw new WrongConfiguration(problems.sorted().stream()
                        .map(problem -> new Problem("", 0, 0, path, problem.message()))
                        .toList());
            }
            return new Change(path, node == null ? null : node.plain());
        }
    }

    /**
     * Makes changes, one after the other.
     *
     * @throws WrongConfiguration when the text is no YAML mapping, or the path of the change that cannot be made
     */
    public static String apply(String text, List<Change> changes) throws WrongConfiguration {
        boolean isMarked = text.startsWith(MARK);
        RunFileEdit edit = new RunFileEdit(isMarked ? text.substring(1) : text);
        for (Change change : changes) {
            edit.make(change);
        }
        return isMarked ? MARK + edit.text : edit.text;
    }

    private void make(Change change) throws WrongConfiguration {
        Object before = plain(text);
        try {
            TextPath path = TextPath.parse(change.path());
            Object value = withoutNothing(change.value());
            if (value == null && !PlainTree.has(before, path)) {
                return;
            }
            Object expected = value == null
                    ? PlainTree.without(before, path.parts())
                    : PlainTree.with(before, path.parts(), value);
            if (value == null) {
                remove(path);
            } else {
                set(path, value);
            }
            if (!Objects.equals(expected, plain(text))) {
                throw new IllegalArgumentException(REFUSED);
            }
        } catch (IllegalArgumentException e) {
            throw refused(change.path(), String.valueOf(e.getMessage()));
        } catch (WrongConfiguration e) {
            throw refused(change.path(), REFUSED);
        }
    }

    private static WrongConfiguration refused(String path, String message) {
        return new WrongConfiguration(List.of(new Problem("", 0, 0, path, message)));
    }

    /** The plain values of a text; for an empty one, an empty mapping. */
    private static Object plain(String text) throws WrongConfiguration {
        if (text.length() > RunFileReader.MAX_BYTES
                || text.getBytes(StandardCharsets.UTF_8).length > RunFileReader.MAX_BYTES) {
            throw new WrongConfiguration(
                    List.of(new Problem("", 0, 0, "", "is larger than " + RunFileReader.MAX_BYTES + " bytes")));
        }
        Problems problems = new Problems();
        ConfigNode root = YamlTree.ofFile("", text, problems);
        if (root == null && !problems.isEmpty()) {
            throw new WrongConfiguration(problems.sorted());
        }
        Object plain = root == null ? null : root.plain();
        if (plain == null) {
            return Map.of();
        }
        if (!(plain instanceof Map)) {
            throw new WrongConfiguration(List.of(new Problem("", 0, 0, "", "must be a mapping")));
        }
        return plain;
    }

    private static @Nullable Object withoutNothing(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> result = new LinkedHashMap<>();
            map.forEach((key, element) -> {
                Object given = withoutNothing(element);
                if (given != null) {
                    result.put(String.valueOf(key), given);
                }
            });
            return result;
        }
        return value;
    }

    /** The outermost value; empty for a text without one. */
    private Optional<PlacedNode> root() {
        return PlacedTree.of(text).filter(node -> !(node instanceof Scalar scalar && scalar.isNothing()));
    }

    private Optional<PlacedNode> find(TextPath path) {
        Optional<PlacedNode> node = root();
        for (Object part : path.parts()) {
            node = node.flatMap(parent -> below(parent, part));
        }
        return node;
    }

    private static Optional<PlacedNode> below(PlacedNode parent, Object part) {
        if (parent instanceof Mapping mapping) {
            return Optional.ofNullable(mapping.entries().get(String.valueOf(part)))
                    .map(Entry::value);
        }
        return parent instanceof Sequence list
                        && part instanceof Integer index
                        && index < list.elements().size()
                ? Optional.of(list.elements().get(index))
                : Optional.empty();
    }

    private void set(TextPath path, Object value) {
        PlacedNode node = find(path).orElse(null);
        if (node == null) {
            insert(path, value);
        } else if (node instanceof Mapping mapping
                && value instanceof Map<?, ?> map
                && !map.isEmpty()
                && !mapping.entries().isEmpty()) {
            map.forEach((key, element) -> set(path.below(String.valueOf(key)), Objects.requireNonNull(element)));
            mapping.entries().keySet().stream()
                    .filter(key -> !map.containsKey(key))
                    .forEach(key -> remove(path.below(key)));
        } else if (node instanceof Sequence list
                && value instanceof List<?> elements
                && !elements.isEmpty()
                && !list.elements().isEmpty()) {
            setElements(path, list.elements().size(), elements);
        } else if (!isSame(node, value)) {
            replace(path, node, value);
        }
    }

    private void setElements(TextPath path, int present, List<?> elements) {
        for (int i = 0; i < Math.min(present, elements.size()); i++) {
            Object element = elements.get(i);
            set(path.below(i), element == null ? "" : element);
        }
        for (int i = present; i < elements.size(); i++) {
            text = new TextSplice(text).append(list(path), elements.get(i));
        }
        for (int i = present - 1; i >= elements.size(); i--) {
            text = new TextSplice(text).removeElement(list(path), i);
        }
    }

    private Sequence list(TextPath path) {
        return find(path)
                .filter(Sequence.class::isInstance)
                .map(Sequence.class::cast)
                .orElseThrow(() -> new IllegalArgumentException(REFUSED));
    }

    private static boolean isSame(PlacedNode node, Object value) {
        return node instanceof Scalar scalar
                && scalar.text().equals(YamlText.scalarText(value))
                && !scalar.isNothing()
                && (value instanceof String || scalar.isPlain());
    }

    private void replace(TextPath path, PlacedNode node, Object value) {
        TextSplice splice = new TextSplice(text);
        PlacedNode parent = find(path.parent()).orElseThrow();
        boolean isInside = isInside(path.parent());
        text = parent instanceof Mapping mapping
                ? splice.replace(
                        Objects.requireNonNull(mapping.entries().get(String.valueOf(path.last()))), value, isInside)
                : splice.replace(node, value, isInside);
    }

    /** Whether a value is in braces or brackets. */
    private boolean isInside(TextPath path) {
        for (TextPath outer = path; ; outer = outer.parent()) {
            boolean isInline = find(outer).map(PlacedNode::isInline).orElse(false);
            if (isInline || outer.isRoot()) {
                return isInline;
            }
        }
    }

    /** Inserts a missing key with its missing parents. */
    private void insert(TextPath path, Object value) {
        Object inserted = value;
        TextPath missing = path;
        while (!missing.parent().isRoot() && find(missing.parent()).isEmpty()) {
            inserted = Map.of(String.valueOf(missing.last()), inserted);
            missing = missing.parent();
        }
        String key = String.valueOf(missing.last());
        PlacedNode parent = find(missing.parent()).orElse(null);
        TextSplice splice = new TextSplice(text);
        if (parent == null) {
            String lineEnd = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
            text = text + lineEnd + YamlText.entry(key, inserted, 0, "\n") + "\n";
        } else if (parent instanceof Mapping mapping) {
            text = splice.insert(mapping, KeyOrder.of(missing.parent()), key, inserted);
        } else if (parent instanceof Scalar scalar && scalar.isNothing()) {
            text = insertIntoNothing(missing.parent(), scalar, key, inserted);
        } else {
            throw new IllegalArgumentException(REFUSED);
        }
    }

    private String insertIntoNothing(TextPath parent, Scalar nothing, String key, Object value) {
        TextSplice splice = new TextSplice(text);
        boolean isInside = isInside(parent.parent());
        if (!isInside && nothing.text().isEmpty() && find(parent.parent()).orElse(null) instanceof Mapping outer) {
            return splice.insertBelow(
                    Objects.requireNonNull(outer.entries().get(String.valueOf(parent.last()))), key, value);
        }
        return splice.replace(nothing, Map.of(key, value), isInside);
    }

    /** Removes a value, and the mappings that become empty. */
    private void remove(TextPath path) {
        TextPath removed = path;
        while (!removed.parent().isRoot()
                && removed.last() instanceof String
                && find(removed).isPresent()
                && find(removed.parent()).orElse(null) instanceof Mapping parent
                && parent.entries().size() == 1
                && removed.parent().last() instanceof String) {
            removed = removed.parent();
        }
        if (find(removed).isEmpty()) {
            return;
        }
        PlacedNode parent = find(removed.parent()).orElse(null);
        TextSplice splice = new TextSplice(text);
        if (parent instanceof Mapping mapping && mapping.entries().size() > 1) {
            text = splice.remove(mapping, String.valueOf(removed.last()));
        } else if (parent instanceof Mapping mapping) {
            text = splice.replace(mapping, Map.of(), false);
        } else {
            throw new IllegalArgumentException("an element of a list is removed by setting the whole list");
        }
    }
}

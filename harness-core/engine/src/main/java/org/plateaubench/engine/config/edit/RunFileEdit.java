// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.edit;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

/**
 * Changes values in the text of a run file and keeps everything else: comments, order and layout. After each splice the
 * text is read again by the reader of all run files; a change with any other effect is refused. Pure functions.
 */
public final class RunFileEdit {
    static final String REFUSED = "cannot be changed here without changing something else: edit the text";

    private static final String MARK = "\ufeff";
    private static final int MOST_SPLICES = 2_000;

    private RunFileEdit() {}

    /**
     * A change.
     *
     * @param path path of the value, such as {@code workloads.store.load.users} or {@code run.seed}
     * @param value text, number, boolean, or a list or mapping of these; null removes the value and the enclosing
     *     mappings that become empty
     */
    public record Change(String path, @Nullable Object value) {
        /**
         * A change to a value that is given as YAML; empty YAML removes the value.
         *
         * @throws WrongConfiguration when the text is not YAML
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
     * @throws WrongConfiguration when the text is not a YAML mapping, or with the path of the change that cannot be
     *     made
     */
    public static String apply(String text, List<Change> changes) throws WrongConfiguration {
        boolean isMarked = text.startsWith(MARK);
        String changed = isMarked ? text.substring(1) : text;
        for (Change change : changes) {
            changed = changed(changed, change);
        }
        return isMarked ? MARK + changed : changed;
    }

    private static String changed(String text, Change change) throws WrongConfiguration {
        ConfigNode.Mapping before = read(text);
        try {
            TextPath path = TextPath.parse(change.path());
            Object value = withoutNothing(change.value());
            if (value == null && !PlainTree.has(before.plain(), path)) {
                return text;
            }
            Object wanted = value == null
                    ? PlainTree.without(before.plain(), path.parts())
                    : PlainTree.with(before.plain(), path.parts(), value);
            return spliced(text, path, (Map<?, ?>) Objects.requireNonNull(wanted));
        } catch (IllegalArgumentException e) {
            throw new WrongConfiguration(List.of(new Problem("", 0, 0, change.path(), String.valueOf(e.getMessage()))));
        } catch (WrongConfiguration e) {
            throw new WrongConfiguration(List.of(new Problem("", 0, 0, change.path(), REFUSED)));
        }
    }

    private static String spliced(String text, TextPath path, Map<?, ?> wanted) throws WrongConfiguration {
        String result = text;
        for (int i = 0; i < MOST_SPLICES; i++) {
            ConfigNode.Mapping read = read(result);
            String next = new TextSplice(result, path).towards(wanted, read);
            if (next == null && read.plain().equals(PlainTree.normal(wanted))) {
                return result;
            }
            if (next == null) {
                break;
            }
            result = next;
        }
        throw new IllegalArgumentException(REFUSED);
    }

    /** The values of a text; an empty mapping for an empty text. */
    private static ConfigNode.Mapping read(String text) throws WrongConfiguration {
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
        if (root == null || root.plain() == null) {
            return new ConfigNode.Mapping(Location.of(""), Map.of(), 1);
        }
        if (!(root instanceof ConfigNode.Mapping mapping)) {
            throw new WrongConfiguration(List.of(new Problem("", 0, 0, "", "must be a mapping")));
        }
        return mapping;
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
}

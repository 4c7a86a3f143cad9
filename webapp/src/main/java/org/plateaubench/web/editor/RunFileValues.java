// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

/** The values of a run file's text, which need not be valid; the tree is empty if it is not YAML. */
record RunFileValues(Map<?, ?> tree) {
    static RunFileValues of(String text) {
        ConfigNode root = YamlTree.ofFile("", text, new Problems());
        return new RunFileValues(root != null && root.plain() instanceof Map<?, ?> tree ? tree : Map.of());
    }

    /** Whether the text is a run file, perhaps a broken one, and not a study or the file of another program. */
    boolean isRunFile() {
        return tree.isEmpty()
                || tree.containsKey(RunFileKeys.WORKLOADS.name())
                || tree.get(RunFileKeys.RUN.name()) instanceof Map<?, ?>;
    }

    /** A text of the section {@code run}, such as the name; the default if the file does not have it. */
    String runValue(String key, String defaultValue) {
        return tree.get(RunFileKeys.RUN.name()) instanceof Map<?, ?> run && run.get(key) instanceof String text
                ? text
                : defaultValue;
    }

    /** The workloads that are mappings. */
    List<Map<?, ?>> workloads() {
        return tree.get(RunFileKeys.WORKLOADS.name()) instanceof Map<?, ?> named
                ? named.values().stream()
                        .filter(Map.class::isInstance)
                        .<Map<?, ?>>map(workload -> (Map<?, ?>) Objects.requireNonNull(workload))
                        .toList()
                : List.of();
    }

    /** The group of the file in the list: a bench of several runs, several workloads or tiles, or one workload. */
    Group group(String path) {
        if (path.startsWith("bench/")
                || tree.containsKey(RunFileKeys.TRIALS.name())
                || tree.containsKey(RunFileKeys.SEARCH.name())) {
            return Group.BENCH;
        }
        Object tiles = tree.get(RunFileKeys.TILES.name());
        return workloads().size() > 1 || (tiles != null && !tiles.equals(1)) ? Group.TILES : Group.WORKLOAD;
    }

    enum Group {
        WORKLOAD,
        TILES,
        BENCH
    }

    /** The SUT with a name, null for none. */
    @Nullable
    Object sut(String name) {
        return tree.get(RunFileKeys.SUTS.name()) instanceof Map<?, ?> suts ? suts.get(name) : null;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;

/** The location of every value of a run file, for problems that are found after parsing. Not thread-safe. */
public final class Source {
    private final Map<String, ConfigNode> values = new HashMap<>();
    private final Map<String, Location> keys = new HashMap<>();
    private final Location start;

    private Source(Location start) {
        this.start = start;
    }

    static Source of(ConfigNode root) {
        Source source = new Source(root.location());
        source.include("", root);
        return source;
    }

    /** Puts a value, such as the content of a file, in the place of the value that names it. */
    public void include(String path, ConfigNode node) {
        values.put(path, node);
        switch (node) {
            case ConfigNode.Scalar scalar -> {} // A scalar has no children.
            case ConfigNode.Sequence list -> {
                for (int i = 0; i < list.elements().size(); i++) {
                    include(path + "[" + i + "]", list.elements().get(i));
                }
            }
            case ConfigNode.Mapping mapping ->
                mapping.fields().forEach((name, field) -> {
                    String below = path.isEmpty() ? name : path + "." + name;
                    keys.put(below, field.keyLocation());
                    include(below, field.value());
                });
        }
    }

    /** The value at a path, null if the file does not contain it. */
    public @Nullable ConfigNode node(String path) {
        return values.get(path);
    }

    public boolean has(String path) {
        return values.containsKey(path);
    }

    /** A problem with the value at a path, located at an enclosing value if the file does not contain it. */
    public Problem atValue(String path, String message) {
        return Problem.at(locate(path), path, message);
    }

    public Problem atKey(String path, String message) {
        Location key = keys.get(path);
        return key == null ? atValue(path, message) : Problem.at(key, path, message);
    }

    private Location locate(String path) {
        String enclosing = path;
        while (!enclosing.isEmpty()) {
            ConfigNode node = values.get(enclosing);
            if (node != null) {
                return node.location();
            }
            enclosing = enclosing.substring(
                    0, Math.max(0, Math.max(enclosing.lastIndexOf('.'), enclosing.lastIndexOf('['))));
        }
        return start;
    }
}

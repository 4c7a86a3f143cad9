// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.engine.config.text.YamlTree;

/**
 * The path of a value in a run file: names of keys and indices of list elements. Immutable.
 *
 * @param parts the parts, each a {@code String} or an {@code Integer}
 */
record TextPath(List<Object> parts) {
    private static final Pattern PART = Pattern.compile("([^.\\[\\]]+)((?:\\[\\d{1,6}])*)");
    private static final Pattern INDEX = Pattern.compile("\\[(\\d+)]");

    TextPath {
        parts = List.copyOf(parts);
    }

    /**
     * Reads {@code workloads.store.load.schedule[2].for}.
     *
     * @throws IllegalArgumentException when the text is not a path of a value
     */
    static TextPath parse(String text) {
        List<Object> parts = new ArrayList<>();
        for (String part : text.split("\\.", -1)) {
            Matcher matcher = PART.matcher(part);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("'" + text + "' must name a value, such as run.seed");
            }
            parts.add(matcher.group(1));
            Matcher index = INDEX.matcher(matcher.group(2));
            while (index.find()) {
                parts.add(Integer.valueOf(index.group(1)));
            }
        }
        if (parts.size() > YamlTree.MAX_DEPTH) {
            throw new IllegalArgumentException("'" + text + "' is deeper than " + YamlTree.MAX_DEPTH + " levels");
        }
        return new TextPath(parts);
    }

    static boolean isName(String key) {
        return !key.isEmpty() && key.indexOf('.') < 0 && key.indexOf('[') < 0 && key.indexOf(']') < 0;
    }

    TextPath below(Object part) {
        List<Object> longer = new ArrayList<>(parts);
        longer.add(part);
        return new TextPath(longer);
    }

    TextPath parent() {
        return new TextPath(parts.subList(0, parts.size() - 1));
    }

    Object last() {
        return parts.getLast();
    }

    /** Whether it equals another path or is below it. */
    boolean isWithin(TextPath outer) {
        return parts.size() >= outer.parts.size()
                && parts.subList(0, outer.parts.size()).equals(outer.parts);
    }

    boolean isRoot() {
        return parts.isEmpty();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            if (part instanceof Integer) {
                text.append('[').append(part).append(']');
            } else {
                text.append(text.isEmpty() ? "" : ".").append(part);
            }
        }
        return text.toString();
    }
}

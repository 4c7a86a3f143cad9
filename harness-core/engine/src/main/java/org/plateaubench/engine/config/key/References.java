// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Problems;

/** In braces after a dollar sign: {@code tile}, {@code env:NAME} or {@code file:path}. */
public final class References {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)(}?)");
    private static final Pattern KNOWN = Pattern.compile("tile|env:[A-Za-z_][A-Za-z0-9_]*|file:.+");

    private References() {}

    /** Reports every other reference below a node. */
    public static void check(String path, ConfigNode node, Problems problems) {
        switch (node) {
            case ConfigNode.Scalar scalar -> check(path, scalar, problems);
            case ConfigNode.Sequence list -> {
                for (int i = 0; i < list.elements().size(); i++) {
                    check(path + "[" + i + "]", list.elements().get(i), problems);
                }
            }
            case ConfigNode.Mapping mapping ->
                mapping.fields().forEach((name, field) -> {
                    if (!isTree(field.value())) {
                        check(path + "." + name, field.value(), problems);
                    }
                });
        }
    }

    /** Whether a value has more than one level, as only a parameter of any mapping has, whose plugin has references. */
    private static boolean isTree(ConfigNode node) {
        return switch (node) {
            case ConfigNode.Scalar _ -> false;
            case ConfigNode.Sequence list ->
                list.elements().stream().anyMatch(each -> !(each instanceof ConfigNode.Scalar));
            case ConfigNode.Mapping mapping ->
                mapping.fields().values().stream().anyMatch(each -> !(each.value() instanceof ConfigNode.Scalar));
        };
    }

    private static void check(String path, ConfigNode.Scalar scalar, Problems problems) {
        Matcher matcher = REFERENCE.matcher(scalar.text());
        while (matcher.find()) {
            if (matcher.group(2).isEmpty() || !KNOWN.matcher(matcher.group(1)).matches()) {
                problems.add(
                        scalar.location(),
                        path,
                        "unknown reference " + matcher.group() + ", known are ${tile}, ${env:NAME}, ${file:path}");
            }
        }
    }
}

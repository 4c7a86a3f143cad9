// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Field;
import org.plateaubench.engine.config.text.ConfigNode.Mapping;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

/** Applies {@code --set path=value} to a tree. The value is YAML; missing parents are created. */
final class Overrides {
    private static final String WHOLE_LIST = "an element of a list cannot be set by itself: set the whole list, such as"
            + " workloads.store.load.schedule='[{for: 60s, users: 10}, {for: 60s, users: 50}]'";

    private Overrides() {}

    static ConfigNode apply(ConfigNode root, List<String> settings, Problems problems) {
        ConfigNode result = root;
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                problems.add(Location.of("--set " + setting), "", "must have the form path=value");
                continue;
            }
            String path = setting.substring(0, equals);
            Location location = Location.of("--set " + path);
            ConfigNode value = YamlTree.ofOption(location, setting.substring(equals + 1), problems);
            List<String> names = List.of(path.split("\\.", -1));
            if (path.indexOf('[') >= 0) {
                problems.add(location, "", WHOLE_LIST);
                continue;
            }
            if (names.contains("") || names.size() > YamlTree.MAX_DEPTH) {
                problems.add(location, "", "must name a value, such as run.seed");
                continue;
            }
            ConfigNode given = value == null ? new ConfigNode.Scalar(location, "", true) : value;
            ConfigNode changed = with(result, names, given, location, problems);
            result = changed == null ? result : changed;
        }
        ConfigNode workloads =
                known(root, result, RunFileKeys.WORKLOADS.name(), RunFileKeys.PLUGIN, "workload", problems);
        return known(root, workloads, RunFileKeys.SUTS.name(), RunFileKeys.SERVICE, "SUT", problems);
    }

    /**
     * Reports and removes the elements of a section that only settings refer to and that lack their main key: such a
     * name is probably misspelled and does not introduce a new element.
     */
    private static ConfigNode known(
            ConfigNode given, ConfigNode changed, String section, Key<?> main, String what, Problems problems) {
        Map<String, Field> before = elements(given, section);
        Map<String, Field> after = new LinkedHashMap<>(elements(changed, section));
        if (before.isEmpty() || !(changed instanceof Mapping root)) {
            return changed;
        }
        boolean removed = after.entrySet().removeIf(element -> {
            boolean isUnknown = !before.containsKey(element.getKey())
                    && element.getValue().value() instanceof Mapping mapping
                    && !mapping.fields().containsKey(main.name());
            if (isUnknown) {
                problems.add(
                        element.getValue().keyLocation(),
                        "",
                        "there is no " + what + " '" + element.getKey() + "' in the file, which has "
                                + String.join(", ", before.keySet()) + "; a new " + what + " needs " + main.name());
            }
            return isUnknown;
        });
        Field field = root.fields().get(section);
        if (!removed || field == null) {
            return changed;
        }
        Map<String, Field> fields = new LinkedHashMap<>(root.fields());
        Mapping rest =
                new Mapping(field.value().location(), after, field.value().size());
        fields.put(section, new Field(field.keyLocation(), rest));
        return new Mapping(root.location(), fields, root.size());
    }

    private static Map<String, Field> elements(ConfigNode root, String section) {
        Field field = root instanceof Mapping mapping ? mapping.fields().get(section) : null;
        return field != null && field.value() instanceof Mapping elements ? elements.fields() : Map.of();
    }

    private static @Nullable ConfigNode with(
            ConfigNode node, List<String> names, ConfigNode value, Location location, Problems problems) {
        if (names.isEmpty()) {
            return value;
        }
        if (!(node instanceof Mapping mapping)) {
            problems.add(
                    location,
                    "",
                    node instanceof ConfigNode.Sequence
                            ? WHOLE_LIST
                            : "'" + names.getFirst() + "' cannot be set in " + node.shown());
            return null;
        }
        Field field = mapping.fields().get(names.getFirst());
        ConfigNode below = field == null ? new Mapping(location, Map.of(), 1) : field.value();
        ConfigNode changed = with(below, names.subList(1, names.size()), value, location, problems);
        if (changed == null) {
            return null;
        }
        Map<String, Field> fields = new LinkedHashMap<>(mapping.fields());
        fields.put(names.getFirst(), new Field(field == null ? location : field.keyLocation(), changed));
        // An override may also replace a mapping by a scalar, so the size is only a bound on the expansion of a file.
        return new Mapping(mapping.location(), fields, mapping.size());
    }
}

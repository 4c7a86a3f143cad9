// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.NearestName;

/**
 * A constant of an enum, written in lower case with hyphens.
 *
 * @param constants the constants
 */
record ChoiceType<E extends Enum<E>>(List<E> constants) implements ValueType<E> {
    static <E extends Enum<E>> ChoiceType<E> of(Class<E> type) {
        return new ChoiceType<>(Arrays.asList(type.getEnumConstants()));
    }

    private List<String> all() {
        return constants.stream().map(ChoiceType::word).toList();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public @Nullable E read(ConfigNode node, String path, Reading reading) {
        String wanted = "one of " + String.join(", ", all());
        String text = TextType.scalar(node, path, reading, wanted);
        if (text == null) {
            return null;
        }
        int index = all().indexOf(text);
        if (index >= 0) {
            return constants.get(index);
        }
        String hint = NearestName.hint(text, all());
        reading.problem(
                node, path, "must be " + wanted + ", found " + node.shown() + (hint.startsWith(", did") ? hint : ""));
        return null;
    }

    @Override
    public Map<String, Object> schema(String help) {
        return SchemaForm.words(help, all());
    }

    @Override
    public String words() {
        return all().stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
    }

    @Override
    public Object shown(E value) {
        return word(value);
    }
}

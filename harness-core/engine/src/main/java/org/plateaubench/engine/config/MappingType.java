// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of known keys.
 *
 * @param keys keys
 * @param maker makes the value
 */
record MappingType<T>(Keys keys, Maker<T> maker) implements ValueType<T> {

    /** Makes a value of the valid values of a mapping; null, with a problem, when they do not fit together. */
    interface Maker<T> {
        @Nullable
        T make(Given given, Section section);
    }

    /** A mapping whose values need not fit together. */
    static MappingType<Given> of(Keys keys) {
        return new MappingType<>(keys, (given, section) -> given);
    }

    @Override
    public @Nullable T read(ConfigNode node, String path, Reading reading) {
        if (!(node instanceof ConfigNode.Mapping)) {
            reading.mustBe("a mapping", node, path);
            return null;
        }
        Section section = Section.of(path, node, reading);
        T value = maker.make(section.take(keys), section);
        section.end();
        return value;
    }

    @Override
    public Map<String, Object> schema(String help) {
        return keys.schema(help);
    }

    @Override
    public String words() {
        return "a mapping";
    }

    @Override
    public void visit(String path, BiConsumer<String, Key<?>> visitor) {
        keys.visit(path, visitor);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

public record Keys(List<Key<?>> all) {
    public static Keys of(Key<?>... keys) {
        return new Keys(List.of(keys));
    }

    public Keys withFirst(Key<?> first) {
        List<Key<?>> keys = new ArrayList<>(List.of(first));
        keys.addAll(all);
        return new Keys(keys);
    }

    public List<String> required() {
        return all.stream().filter(Key::isRequired).map(Key::name).toList();
    }

    public Map<String, Object> properties() {
        Map<String, Object> properties = new LinkedHashMap<>();
        all.forEach(key -> properties.put(key.name(), key.schema()));
        return properties;
    }

    public Map<String, Object> schema(String help) {
        return SchemaForm.object(help, properties(), required());
    }

    public void visit(String path, BiConsumer<String, Key<?>> visitor) {
        for (Key<?> key : all) {
            String below = key.within(path);
            visitor.accept(below, key);
            key.type().inner().visit(below, visitor);
        }
    }
}

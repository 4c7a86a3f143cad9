// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;

/** Types of values that occur in references but not in run files. */
final class ReferenceTypes {
    private ReferenceTypes() {}

    static ValueType<String> matching(Pattern form, String wanted) {
        return ValueType.of(wanted, help -> SchemaForm.typed("string", help), (node, path, reading) -> {
            if (node instanceof ConfigNode.Scalar scalar
                    && form.matcher(scalar.text()).matches()) {
                return scalar.text();
            }
            reading.mustBe(wanted, node, path);
            return null;
        });
    }

    static <T> ValueType<List<T>> list(ValueType<T> element) {
        return ValueType.of("a list", help -> SchemaForm.typed("array", help), (node, path, reading) -> {
            if (!(node instanceof ConfigNode.Sequence sequence)
                    || sequence.elements().isEmpty()) {
                reading.mustBe("a list of at least one element", node, path);
                return null;
            }
            List<T> result = new ArrayList<>();
            for (int i = 0; i < sequence.elements().size(); i++) {
                T read = element.read(sequence.elements().get(i), path + "[" + i + "]", reading);
                if (read != null) {
                    result.add(read);
                }
            }
            return result;
        });
    }

    static ValueType<List<String>> lines() {
        return list(ScalarTypes.TEXT);
    }

    static ValueType<Map<String, Double>> rates() {
        return byKey(ScalarTypes.weight(false));
    }

    static ValueType<Map<String, String>> texts() {
        return byKey(ValueType.of("text", help -> SchemaForm.typed("string", help), (node, path, reading) -> {
            if (node instanceof ConfigNode.Scalar scalar) {
                return scalar.text();
            }
            reading.mustBe("text", node, path);
            return null;
        }));
    }

    private static <T> ValueType<Map<String, T>> byKey(ValueType<T> value) {
        return ValueType.of("a mapping", help -> SchemaForm.typed("object", help), (node, path, reading) -> {
            Map<String, T> result = new LinkedHashMap<>();
            Section section = Section.of(path, node, reading);
            section.all().forEach((name, one) -> {
                T read = value.read(one, section.path(name), reading);
                if (read != null) {
                    result.put(name, read);
                }
            });
            if (section.all().isEmpty() && node instanceof ConfigNode.Mapping) {
                reading.mustBe("a mapping of at least one key", node, path);
            }
            return result;
        });
    }
}

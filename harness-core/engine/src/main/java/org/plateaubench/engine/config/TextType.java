// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.ConfigNode.Scalar;

/** Any text. */
final class TextType implements ValueType<String> {
    static final TextType ANY = new TextType();

    private TextType() {}

    /** The text of a scalar; null, with a problem, for anything else. */
    static @Nullable String scalar(ConfigNode node, String path, Reading reading, String wanted) {
        if (node instanceof Scalar scalar && !scalar.isNothing()) {
            return scalar.text();
        }
        reading.mustBe(wanted, node, path);
        return null;
    }

    @Override
    public @Nullable String read(ConfigNode node, String path, Reading reading) {
        return scalar(node, path, reading, words());
    }

    @Override
    public Map<String, Object> schema(String help) {
        return SchemaForm.typed("string", help);
    }

    @Override
    public String words() {
        return "text";
    }
}

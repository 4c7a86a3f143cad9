// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;

/** A name, short enough for the names of files. */
final class NameType implements ValueType<String> {
    static final NameType ANY = new NameType();

    /** The form of a name as a regular expression. */
    static final String PATTERN = "^[a-z][A-Za-z0-9-]{0," + (Names.MOST_CHARACTERS - 1) + "}$";

    /** The rule that names must obey. */
    static final String RULE = "must start with a small letter and hold only letters, digits and hyphens";

    private NameType() {}

    @Override
    public @Nullable String read(ConfigNode node, String path, Reading reading) {
        String text = TextType.scalar(node, path, reading, "a name");
        if (text == null) {
            return null;
        }
        String flaw = !Names.isValid(text) ? RULE : text.length() > Names.MOST_CHARACTERS ? tooLong(text) : "";
        if (flaw.isEmpty()) {
            return text;
        }
        reading.problem(node, path, flaw + ", found " + node.shown());
        return null;
    }

    /** The problem of a name that is too long for file names with the added text. */
    static String tooLong(String name) {
        return "must have at most " + Names.MOST_CHARACTERS + " characters and has " + name.length();
    }

    @Override
    public Map<String, Object> schema(String help) {
        return SchemaForm.pattern(help, PATTERN);
    }

    @Override
    public String words() {
        return "a name";
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.util.Map;
import org.plateaubench.engine.document.Documents;

/** JSON of trees and records, as {@link Documents} writes and reads them. Any thread. */
public final class Json {
    private Json() {}

    /** One line, without a line end. */
    public static String toLine(Object tree) {
        return Documents.line(tree);
    }

    /** Indented, for people, with a line end. */
    public static String toText(Object tree) {
        return Documents.text(tree);
    }

    /**
     * Reads an object.
     *
     * @throws IllegalArgumentException with the place when the text is no JSON object
     */
    public static Map<String, Object> parse(String text) {
        return Documents.parse(text);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON of one object whose values are texts, numbers and truth values, for messages between the harness and the
 * application. Stateless, any thread.
 */
public final class FlatJson {
    private static final int HEXADECIMAL = 16;
    private static final int ESCAPE_DIGITS = 4;

    private FlatJson() {}

    /** Writes numbers and truth values as they are, and every other value as text. */
    public static String write(Map<String, ?> values) {
        StringBuilder json = new StringBuilder("{");
        for (Map.Entry<String, ?> entry : values.entrySet()) {
            if (json.length() > 1) {
                json.append(", ");
            }
            appendText(json, entry.getKey());
            json.append(": ");
            Object value = entry.getValue();
            if (value instanceof Number || value instanceof Boolean) {
                json.append(value);
            } else {
                appendText(json, String.valueOf(value));
            }
        }
        return json.append('}').toString();
    }

    private static void appendText(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '"' || character == '\\') {
                json.append('\\').append(character);
            } else if (character < ' ') {
                json.append(String.format("\\u%04x", (int) character));
            } else {
                json.append(character);
            }
        }
        json.append('"');
    }

    /**
     * Returns every value as text.
     *
     * @throws IllegalArgumentException when the text is not such an object
     */
    public static Map<String, String> read(String json) {
        return new Reader(json).object();
    }

    /** Parses the text in one pass. */
    private static final class Reader {
        private final String json;
        private int next;

        Reader(String json) {
            this.json = json;
        }

        Map<String, String> object() {
            Map<String, String> values = new LinkedHashMap<>();
            expect('{');
            if (peek() != '}') {
                do {
                    String key = text();
                    expect(':');
                    values.put(key, peek() == '"' ? text() : bare());
                } while (taken(','));
            }
            expect('}');
            if (peek() != 0) {
                throw wrong("something follows the object");
            }
            return values;
        }

        /** Returns the next character that is no white space; 0 at the end. */
        private char peek() {
            while (next < json.length() && Character.isWhitespace(json.charAt(next))) {
                next++;
            }
            return next < json.length() ? json.charAt(next) : 0;
        }

        private boolean taken(char wanted) {
            if (peek() != wanted) {
                return false;
            }
            next++;
            return true;
        }

        private void expect(char wanted) {
            if (!taken(wanted)) {
                throw wrong("expected " + wanted);
            }
        }

        private String bare() {
            int start = next;
            while (next < json.length() && ",} \t\r\n".indexOf(json.charAt(next)) < 0) {
                next++;
            }
            String word = json.substring(start, next);
            if (!word.matches("-?[0-9][0-9.eE+-]*|true|false")) {
                throw wrong("neither text nor number nor truth value: " + word);
            }
            return word;
        }

        private String text() {
            expect('"');
            StringBuilder text = new StringBuilder();
            while (next < json.length()) {
                char character = json.charAt(next++);
                if (character == '"') {
                    return text.toString();
                }
                text.append(character == '\\' ? escaped() : character);
            }
            throw wrong("a text without end");
        }

        private char escaped() {
            if (next >= json.length()) {
                throw wrong("a text without end");
            }
            char character = json.charAt(next++);
            return switch (character) {
                case 'n' -> '\n';
                case 't' -> '\t';
                case 'r' -> '\r';
                case 'b' -> '\b';
                case 'f' -> '\f';
                case '"', '\\', '/' -> character;
                case 'u' -> unicode();
                default -> throw wrong("unknown escape");
            };
        }

        private char unicode() {
            if (next + ESCAPE_DIGITS > json.length()) {
                throw wrong("a text without end");
            }
            String digits = json.substring(next, next + ESCAPE_DIGITS);
            next += ESCAPE_DIGITS;
            try {
                return (char) Integer.parseInt(digits, HEXADECIMAL);
            } catch (NumberFormatException e) {
                throw wrong("no hexadecimal digits: " + digits, e);
            }
        }

        private IllegalArgumentException wrong(String what) {
            return wrong(what, null);
        }

        private IllegalArgumentException wrong(String what, @Nullable Throwable cause) {
            return new IllegalArgumentException(what + " at character " + next, cause);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The rows of a file.
 *
 * @param columns names of the columns
 * @param rows rows, each with as many texts as there are columns
 */
record Rows(List<String> columns, List<String[]> rows) {
    private static final JsonFactory JSON = new JsonFactory();

    /**
     * Reads a CSV file (RFC 4180) whose first row names the columns.
     *
     * @throws IllegalArgumentException with the line of the problem
     */
    static Rows ofCsv(String text, char separator) {
        CsvReader reader = new CsvReader(text, separator);
        List<String> columns = reader.next();
        if (columns.isEmpty()) {
            return new Rows(List.of(), List.of());
        }
        List<String[]> rows = new ArrayList<>();
        for (List<String> row = reader.next(); !row.isEmpty(); row = reader.next()) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException("line " + reader.line() + " has " + row.size() + " columns, and "
                        + columns.size() + " are named");
            }
            rows.add(row.toArray(String[]::new));
        }
        return new Rows(columns.stream().map(String::strip).toList(), rows);
    }

    /**
     * Reads a file with one JSON object in each line.
     *
     * @throws IllegalArgumentException with the line of the problem
     */
    static Rows ofJsonLines(String text) {
        List<Map<String, String>> objects = new ArrayList<>();
        Set<String> columns = new LinkedHashSet<>();
        int line = 0;
        for (String each : text.lines().toList()) {
            line++;
            if (!each.isBlank()) {
                try {
                    objects.add(object(each));
                } catch (JacksonException e) {
                    throw new IllegalArgumentException("line " + line + " is not a JSON object", e);
                }
                columns.addAll(objects.getLast().keySet());
            }
        }
        List<String[]> rows = new ArrayList<>();
        for (Map<String, String> object : objects) {
            rows.add(columns.stream()
                    .map(column -> object.getOrDefault(column, ""))
                    .toArray(String[]::new));
        }
        return new Rows(List.copyOf(columns), rows);
    }

    private static Map<String, String> object(String line) {
        Map<String, String> values = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("'" + line + "' is not a JSON object");
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (parser.currentToken().isStructStart()) {
                    int start = (int) parser.currentTokenLocation().getCharOffset();
                    parser.skipChildren();
                    values.put(name, line.substring(start, (int)
                            parser.currentLocation().getCharOffset()));
                } else {
                    values.put(name, parser.getString());
                }
            }
        }
        return values;
    }

    /** Splits a CSV text into rows. */
    private static final class CsvReader {
        private final String text;
        private final char separator;
        private int at;
        private int line;
        private int nextLine = 1;

        CsvReader(String text, char separator) {
            this.text = text.startsWith("\ufeff") ? text.substring(1) : text;
            this.separator = separator;
        }

        /** The line at which the last row begins, from 1. */
        int line() {
            return line;
        }

        /** The next row that is not blank; empty at the end. */
        List<String> next() {
            List<String> row = new ArrayList<>();
            while (at < text.length() && (text.charAt(at) == '\n' || text.charAt(at) == '\r')) {
                nextLine += text.charAt(at++) == '\n' ? 1 : 0;
            }
            line = nextLine;
            while (at < text.length()) {
                row.add(text.charAt(at) == '"' ? quoted() : plain());
                if (at >= text.length() || text.charAt(at) != separator) {
                    return row;
                }
                at++;
                if (at == text.length()) {
                    row.add("");
                }
            }
            return row;
        }

        private String plain() {
            int start = at;
            while (at < text.length() && "\r\n".indexOf(text.charAt(at)) < 0 && text.charAt(at) != separator) {
                at++;
            }
            return text.substring(start, at);
        }

        private String quoted() {
            StringBuilder value = new StringBuilder();
            at++;
            while (at < text.length()) {
                char c = text.charAt(at++);
                boolean isDoubled = c == '"' && at < text.length() && text.charAt(at) == '"';
                if (c == '"' && !isDoubled) {
                    plain();
                    return value.toString();
                }
                at += isDoubled ? 1 : 0;
                nextLine += c == '\n' ? 1 : 0;
                value.append(c);
            }
            throw new IllegalArgumentException("line " + line + " has a quote that is not closed");
        }
    }
}

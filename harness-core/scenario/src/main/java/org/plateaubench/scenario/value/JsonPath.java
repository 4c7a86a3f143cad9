// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.scenario.tree.Section;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A path to a value of a JSON text: {@code $.name}, {@code ['name']}, {@code [0]}, {@code [*]} for the first element
 * in which the rest of the path exists, and {@code .length()} at the end. The text is read once, to its end, so that a
 * truncated text is an error even if the value is complete. Thread-safe.
 */
public final class JsonPath {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String LENGTH = "length()";
    private static final Pattern SEGMENT = Pattern.compile(
            "\\.(length\\(\\))$|\\.([^.\\[\\]()'\"]+)|\\[(\\d{1,9})]|\\[(\\*)]|\\['([^']+)'\\]|\\[\"([^\"]+)\"\\]");

    private final String path;
    private final List<Object> segments;

    /** The first element in which the rest of the path exists. */
    private record AnyElement() {}

    /** The number of elements, members or characters. */
    private record Length() {}

    private JsonPath(String path, List<Object> segments) {
        this.path = path;
        this.segments = segments;
    }

    /** Compiles a path; null after a problem at the key of a mapping. */
    public static @Nullable JsonPath compile(String path, Section section, String key) {
        List<Object> segments = new ArrayList<>();
        Matcher matcher = SEGMENT.matcher(path);
        int position = 1;
        while (path.startsWith("$")
                && position < path.length()
                && matcher.find(position)
                && matcher.start() == position) {
            segments.add(segment(matcher));
            position = matcher.end();
        }
        if (!path.startsWith("$") || position < path.length()) {
            section.problem(
                    key,
                    "'" + path + "' is not a supported JSON path.",
                    "Write $.name, $['name'], $[0], $[*].name or $.list." + LENGTH + ".");
            return null;
        }
        return new JsonPath(path, List.copyOf(segments));
    }

    private static Object segment(Matcher matcher) {
        if (matcher.group(1) != null) {
            return new Length();
        }
        if (matcher.group(3) != null) {
            return Integer.valueOf(matcher.group(3));
        }
        if (matcher.group(4) != null) {
            return new AnyElement();
        }
        String name = matcher.group(2) != null ? matcher.group(2) : matcher.group(5);
        return name != null ? name : matcher.group(6);
    }

    /**
     * The text of the value in a JSON text of UTF-8; an object or list as JSON. Null if there is no such value.
     *
     * @throws StepFailure if the text is not JSON
     */
    public @Nullable String find(byte[] bytes, int offset, int length) throws StepFailure {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), bytes, offset, length)) {
            if (parser.nextToken() == null) {
                return null;
            }
            String found = find(parser, 0, bytes, offset);
            while (!parser.streamReadContext().inRoot()) {
                parser.nextToken();
            }
            return found;
        } catch (JacksonException e) {
            throw StepFailure.error(
                    "invalid-json",
                    "the answer is not JSON: "
                            + String.valueOf(e.getOriginalMessage()).replaceFirst(" \\(\\d+, from .*", ""));
        }
    }

    /** Reads the value to its end, unless it finds the searched part. */
    private @Nullable String find(JsonParser parser, int depth, byte[] bytes, int offset) {
        if (depth == segments.size()) {
            return text(parser, bytes, offset);
        }
        Object segment = segments.get(depth);
        if (segment instanceof Length) {
            return Integer.toString(length(parser));
        }
        boolean isObject = parser.currentToken() == JsonToken.START_OBJECT;
        if (isObject != segment instanceof String || !parser.currentToken().isStructStart()) {
            parser.skipChildren();
            return null;
        }
        int index = 0;
        while (!parser.nextToken().isStructEnd()) {
            boolean matches =
                    segment instanceof AnyElement || segment.equals(isObject ? parser.currentName() : index++);
            if (isObject) {
                parser.nextToken();
            }
            if (!matches) {
                parser.skipChildren();
                continue;
            }
            String found = find(parser, depth + 1, bytes, offset);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static String text(JsonParser parser, byte[] bytes, int offset) {
        if (!parser.currentToken().isStructStart()) {
            return parser.getString();
        }
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        int end = (int) parser.currentLocation().getByteOffset();
        return new String(bytes, offset + start, end - start, StandardCharsets.UTF_8);
    }

    private static int length(JsonParser parser) {
        if (!parser.currentToken().isStructStart()) {
            return parser.getString().length();
        }
        int count = 0;
        boolean isObject = parser.currentToken() == JsonToken.START_OBJECT;
        while (!parser.nextToken().isStructEnd()) {
            if (isObject) {
                parser.nextToken();
            }
            parser.skipChildren();
            count++;
        }
        return count;
    }

    @Override
    public String toString() {
        return path;
    }
}

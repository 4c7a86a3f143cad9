// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.LoadType;

/**
 * The documentation of a key of the run file, for the command line and the user guide.
 *
 * @param path path of the key, with {@value #ANY_NAME} for a name that the user chooses
 * @param defaultText default in the notation of a file, how it is computed, {@code none}, or {@value #REQUIRED}
 * @param isLiteral whether {@code defaultText} is a value in the notation of a file
 */
public record KeyHelp(String path, String value, String help, String defaultText, boolean isLiteral) {
    /** In place of a default: the key must be given. */
    public static final String REQUIRED = "required";

    private static final String ANY_NAME = "NAME";

    /** The types of keys that only contain others. */
    private static final Set<String> SECTIONS = Set.of("a mapping", "a mapping by name", LoadType.WORDS);

    public static List<KeyHelp> all() {
        return keys().entrySet().stream()
                .map(row -> of(shown(row.getKey()), row.getValue()))
                .toList();
    }

    /** Keys that only contain others, and keys whose help would repeat the enclosing key's, are omitted. */
    static Map<String, Key<?>> keys() {
        Map<String, Key<?>> rows = new LinkedHashMap<>();
        RunFileKeys.ALL.visit("", (path, key) -> {
            boolean isSection =
                    key.relaxation() == null && SECTIONS.contains(key.type().words());
            if (!isSection && !path.contains(".units.")) {
                rows.putIfAbsent(path, key);
            }
        });
        return rows;
    }

    /** The path as it is displayed: an element of a list has the path of the list. */
    static String shown(String path) {
        return path.replace("[]", "");
    }

    private static <T> KeyHelp of(String path, Key<T> key) {
        T defaultValue = key.defaultValue();
        if (defaultValue != null) {
            String written = String.valueOf(key.type().written().apply(defaultValue));
            return new KeyHelp(path, key.type().words(), key.help(), written, true);
        }
        String words = key.isRequired() ? REQUIRED : key.computedDefault().isEmpty() ? "none" : key.computedDefault();
        return new KeyHelp(path, key.type().words(), key.help(), words, false);
    }

    /**
     * Whether a text is the name of a key in the path, such as {@code think}, or a part of the path, in which a name
     * may replace the placeholder.
     */
    public boolean hasNameOrPath(String text) {
        List<String> names = Arrays.asList(path.split("\\."));
        List<String> parts = Arrays.asList(text.split("\\.", -1));
        return IntStream.rangeClosed(0, names.size() - parts.size())
                .anyMatch(from -> IntStream.range(0, parts.size())
                        .allMatch(i -> matches(names.get(from + i), parts.get(i), parts.size() > 1)));
    }

    private static boolean matches(String name, String part, boolean isPartOfPath) {
        return name.equals(ANY_NAME) ? isPartOfPath : name.equalsIgnoreCase(part);
    }
}

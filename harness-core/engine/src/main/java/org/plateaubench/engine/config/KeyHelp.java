// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.plateaubench.engine.config.key.Key;

/**
 * What a key of the run file is for, as the command line and the user guide say it.
 *
 * @param path its place, with {@value #ANY_NAME} for a name that the file chooses
 * @param value what its value may be, in words
 * @param help a sentence
 * @param standard its default as it is written or how it is computed; {@code none}, or {@value #REQUIRED}
 * @param isWritten whether the default is a value as a file has it
 */
public record KeyHelp(String path, String value, String help, String standard, boolean isWritten) {
    /** In the place of a default: the key must be given. */
    public static final String REQUIRED = "required";

    /** What stands in a path for any name. */
    private static final String ANY_NAME = "NAME";

    /** Every key with a meaning of its own, in the usual order. */
    public static List<KeyHelp> all() {
        return keys().entrySet().stream()
                .map(row -> of(shown(row.getKey()), row.getValue()))
                .toList();
    }

    /**
     * The keys by path, names as {@value #ANY_NAME} and elements of lists as {@code []}. Keys that only hold others, and those
     * that say no more than the key above them, are left out.
     */
    static Map<String, Key<?>> keys() {
        Map<String, Key<?>> rows = new LinkedHashMap<>();
        RunFileKeys.ALL.visit("", (path, key) -> {
            if (key.relaxation() != null && !path.contains(".units.")) {
                rows.putIfAbsent(path, key);
            }
        });
        return rows;
    }

    /** A path as users see it: an element of a list has the path of the list. */
    static String shown(String path) {
        return path.replace("[]", "");
    }

    private static <T> KeyHelp of(String path, Key<T> key) {
        T standard = key.standard();
        if (standard != null) {
            String written = String.valueOf(key.type().written().apply(standard));
            return new KeyHelp(path, key.type().words(), key.help(), written, true);
        }
        String words = key.isRequired() ? REQUIRED : key.otherwise().isEmpty() ? "none" : key.otherwise();
        return new KeyHelp(path, key.type().words(), key.help(), words, false);
    }

    /**
     * Whether a text means this key, or one that it is below: a part of its path in which a name of the file stands for any,
     * such as {@code workloads.shop.load}, or a name of a key, such as {@code think}.
     */
    public boolean isMeantBy(String text) {
        List<String> names = Arrays.asList(path.split("\\."));
        List<String> given = Arrays.asList(text.split("\\.", -1));
        return IntStream.rangeClosed(0, names.size() - given.size())
                .anyMatch(from -> IntStream.range(0, given.size())
                        .allMatch(i -> isMeant(names.get(from + i), given.get(i), given.size() > 1)));
    }

    private static boolean isMeant(String name, String given, boolean isPartOfPath) {
        return name.equals(ANY_NAME) ? isPartOfPath : name.equalsIgnoreCase(given);
    }
}

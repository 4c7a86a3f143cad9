// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resolves references to secrets: {@code ${env:NAME}} refers to an environment variable, {@code ${file:path}} to the
 * text of a file without its last line end. A plan has the reference; only what starts a SUT or driver resolves it.
 */
public final class SecretReferences {
    /** A reference of bounded length, so that a text with many beginnings and no end is read in time. */
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]{0,4096})}");

    private final UnaryOperator<String> values;

    /**
     * Creates an object that resolves references from the environment and files.
     *
     * @param environment value of an environment variable, null when it is not set
     * @param folder folder to which relative file names refer
     */
    public SecretReferences(Function<String, @Nullable String> environment, Path folder) {
        this(reference -> reference.startsWith("env:")
                ? variable(environment, reference.substring("env:".length()))
                : file(folder, reference.substring("file:".length())));
    }

    private SecretReferences(UnaryOperator<String> values) {
        this.values = values;
    }

    /**
     * Creates an object that resolves references from values that were looked up before; see {@link #valuesIn}.
     *
     * @param valueByReference values by reference, such as {@code env:NAME}
     */
    public static SecretReferences known(Map<String, String> valueByReference) {
        return new SecretReferences(reference -> {
            String value = valueByReference.get(reference);
            if (value == null) {
                throw new IllegalArgumentException("no value was given for ${" + reference + "}");
            }
            return value;
        });
    }

    /** The values of all references in a plan, by reference; throws like {@link #resolve}. */
    public Map<String, String> valuesIn(Map<String, ?> tree) {
        Map<String, String> found = new TreeMap<>();
        new SecretReferences(reference -> {
                    String value = values.apply(reference);
                    found.put(reference, value);
                    return value;
                })
                .resolveAll(tree);
        return found;
    }

    /** The references in a text, such as {@code env:NAME}, in order. */
    public static List<String> in(String text) {
        return REFERENCE
                .matcher(text)
                .results()
                .map(found -> found.group(1) + ":" + found.group(2))
                .toList();
    }

    public static boolean isIn(String text) {
        return REFERENCE.matcher(text).find();
    }

    /** Replaces every reference; throws when one cannot be resolved, and names it but never a value. */
    public String resolve(String text) {
        Matcher matcher = REFERENCE.matcher(text);
        StringBuilder result = new StringBuilder();
        while (matcher.find()) {
            String value = values.apply(matcher.group(1) + ":" + matcher.group(2));
            matcher.appendReplacement(result, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(result).toString();
    }

    /** Replaces every reference in a plan's values, at any depth; throws like {@link #resolve}. */
    public Map<String, Object> resolveAll(Map<String, ?> values) {
        Map<String, Object> result = new LinkedHashMap<>();
        mapped(values, this::resolve).forEach((name, value) -> result.put(name, Objects.requireNonNull(value)));
        return result;
    }

    /** Parameters with each text, at any depth, replaced. */
    public static Map<String, @Nullable Object> mapped(
            Map<?, ? extends @Nullable Object> values, UnaryOperator<String> texts) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        values.forEach((name, value) -> result.put(String.valueOf(name), mapped(value, texts)));
        return result;
    }

    private static @Nullable Object mapped(@Nullable Object value, UnaryOperator<String> texts) {
        return switch (value) {
            case String text -> texts.apply(text);
            case List<?> list -> {
                List<@Nullable Object> result = new ArrayList<>();
                list.forEach(element -> result.add(mapped(element, texts)));
                yield result;
            }
            case Map<?, ?> map -> mapped(map, texts);
            case null, default -> value;
        };
    }

    private static String variable(Function<String, @Nullable String> environment, String name) {
        String value = environment.apply(name);
        if (value == null) {
            throw new IllegalArgumentException("environment variable " + name + " is not set");
        }
        return value;
    }

    private static String file(Path folder, String name) {
        try {
            Path path = folder.resolve(name);
            if (!Files.isRegularFile(path)) {
                throw new IllegalArgumentException("there is no file " + path);
            }
            return Files.readString(path, StandardCharsets.UTF_8).replaceFirst("\\R\\z", "");
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException("file " + name + " cannot be read: " + e.getMessage(), e);
        }
    }
}

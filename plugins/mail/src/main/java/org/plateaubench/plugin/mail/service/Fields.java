// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.lang.reflect.RecordComponent;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The components of a public record, which are texts, whole numbers and truth values, in one line of {@code key=value} pairs. */
final class Fields {
    private Fields() {}

    static String line(Record record) {
        return Arrays.stream(record.getClass().getRecordComponents())
                .map(component -> component.getName() + "="
                        + URLEncoder.encode(String.valueOf(value(record, component)), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static Object value(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a public record lets its components be read", e);
        }
    }

    /**
     * Parses a line.
     *
     * @throws IllegalArgumentException when it is malformed or lacks a component
     */
    static <T extends Record> T parse(String line, Class<T> type) {
        Map<String, String> texts = texts(line);
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = Arrays.stream(components)
                .map(component -> value(component, texts.get(component.getName())))
                .toArray();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a public record can be made of its components", e);
        }
    }

    private static Map<String, String> texts(String line) {
        Map<String, String> texts = new HashMap<>();
        for (String part : line.split("&", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("the lines to and from the mail server are key=value pairs");
            }
            texts.put(part.substring(0, equals), URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return texts;
    }

    private static Object value(RecordComponent component, @Nullable String text) {
        if (text == null) {
            throw new IllegalArgumentException("the mail server's line lacks " + component.getName());
        }
        if (component.getType() == int.class) {
            return Integer.valueOf(text);
        }
        return component.getType() == boolean.class ? Boolean.valueOf(text) : text;
    }
}

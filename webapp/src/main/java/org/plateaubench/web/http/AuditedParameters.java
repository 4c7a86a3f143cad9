// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;

/** The parameters of a request as the audit log stores them, without the values of secrets. Stateless. */
final class AuditedParameters {
    /** Attribute for the body of a request, as a record, after it was read. */
    static final String BODY = "plateau.body";

    /** Prefix of the attribute that replaces a component in the audit log. */
    static final String INSTEAD = "plateau.asked.";

    private static final String SECRET = "(secret)";

    private AuditedParameters() {}

    /**
     * Returns all parameters of path, query and body as JSON; empty when there are none.
     *
     * @param isDone whether the request was done
     */
    static String of(Context context, boolean isDone) {
        Map<String, Object> asked = new LinkedHashMap<>(context.pathParamMap());
        context.queryParamMap().forEach((name, values) -> asked.put(name, values.size() == 1 ? values.get(0) : values));
        Object body = context.attribute(BODY);
        if (body instanceof Record read) {
            asked.putAll(tree(read, isDone));
        }
        asked.replaceAll((name, value) -> Objects.requireNonNullElse(context.attribute(INSTEAD + name), value));
        return asked.isEmpty() ? "" : Documents.line(asked);
    }

    private static Map<String, Object> tree(Record body, boolean isDone) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (RecordComponent component : body.getClass().getRecordComponents()) {
            Object value = Body.part(body, component);
            if (value != null) {
                AuditedAs kept = component.getAnnotation(AuditedAs.class);
                tree.put(component.getName(), kept == null ? plain(value, isDone) : kept(kept.value(), value, isDone));
            }
        }
        return tree;
    }

    private static Object kept(AuditedAs.Form way, Object value, boolean isDone) {
        return switch (way) {
            case SECRET -> SECRET;
            case DIGEST -> {
                String text = value.toString();
                yield text.length() + " characters, digest " + Secrets.digest("text", text);
            }
            case SETTINGS -> isDone ? plain(value, true) : names(value);
            case NAMES -> names(value);
        };
    }

    /** Returns the part of each text before its first equals sign, or the keys of an object. */
    private static Object names(Object value) {
        return switch (value) {
            case List<?> texts ->
                texts.stream()
                        .map(text -> String.valueOf(text).split("=", 2)[0])
                        .toList();
            case Map<?, ?> object -> List.copyOf(object.keySet());
            default -> SECRET;
        };
    }

    private static Object plain(@Nullable Object value, boolean isDone) {
        return switch (value) {
            case Record record -> tree(record, isDone);
            case List<?> items -> {
                List<Object> list = new ArrayList<>();
                items.forEach(item -> list.add(plain(item, isDone)));
                yield list;
            }
            case null -> "";
            default -> value;
        };
    }
}

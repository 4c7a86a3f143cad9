// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Reads the body of a request strictly: unknown, repeated and missing properties are refused. Any thread. */
public final class Body {
    private static final String JSON = "application/json";

    /** Statuses after which the rest of a body is not read: it is malformed, came too slowly, or is too large. */
    private static final Set<Integer> UNREADABLE = Set.of(400, 408, 413);

    private Body() {}

    /**
     * Reads the body of a request as a record. A component that is not {@code @Nullable} must be present, which can be
     * checked only if it is not primitive.
     *
     * @param named properties that must be present although they may be null
     * @throws Problem 415 when it is not JSON, 413 when it is too large, 422 with the position of each error
     */
    public static <T> T read(Context context, Class<T> type, String... named) {
        String contentType = context.contentType();
        if (contentType == null || !contentType.split(";", 2)[0].strip().equalsIgnoreCase(JSON)) {
            throw new Problem(415, "The body must be JSON, with Content-Type: " + JSON + ".");
        }
        T value;
        try {
            value = Json.mapper().readValue(context.bodyAsBytes(), type);
        } catch (JacksonException e) {
            throw WrongBody.problem(e);
        }
        if (value == null) {
            throw Problem.wrongInput("The body is empty.");
        }
        List<Problem.Detail> missing = new ArrayList<>();
        findMissing(value, "", missing);
        for (String property : named) {
            if (!names(context, property)) {
                missing.add(missing(property));
            }
        }
        if (!missing.isEmpty()) {
            throw Problem.wrongInput("The body lacks required properties.", missing);
        }
        return value;
    }

    /**
     * Returns whether a body that was {@linkplain #read read} has a property, even a null one, which the record does
     * not show.
     */
    public static boolean names(Context context, String property) {
        return Json.mapper().readTree(context.bodyAsBytes()).has(property);
    }

    /**
     * Reads the unread part of a body, for example after a request was refused. Otherwise the server would close the
     * connection, and the caller's next request on it would get no answer.
     *
     * @param maximumBytes limit of what is read, bytes; beyond it the answer announces that the connection closes
     */
    public static void readRest(Context context, long maximumBytes) {
        HandlerType method = context.method();
        if (method.equals(HandlerType.GET) || method.equals(HandlerType.HEAD)) {
            return;
        }
        boolean asksFirst = context.header("Expect") != null;
        boolean isBroken = UNREADABLE.contains(context.statusCode());
        if (asksFirst || isBroken || !isReadWithin(context, maximumBytes)) {
            context.header("Connection", "close");
        }
    }

    private static boolean isReadWithin(Context context, long maximumBytes) {
        byte[] buffer = new byte[8 << 10];
        long left = maximumBytes;
        try {
            InputStream rest = context.req().getInputStream();
            while (left >= 0) {
                int count = rest.read(buffer);
                if (count < 0) {
                    return true;
                }
                left -= count;
            }
            return false;
        } catch (IOException | RuntimeException e) {
            // The rest does not come or is malformed; the answer remains valid.
            return false;
        }
    }

    private static void findMissing(Object value, String path, List<Problem.Detail> missing) {
        if (value instanceof List<?> items) {
            for (int i = 0; i < items.size(); i++) {
                Object item = items.get(i);
                if (item == null) {
                    missing.add(Problem.Detail.of(path + "[" + i + "]", "is null"));
                } else {
                    findMissing(item, path + "[" + i + "]", missing);
                }
            }
        } else if (value.getClass().isRecord()) {
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                String inner = path.isEmpty() ? name(component) : path + "." + name(component);
                Object part = part(value, component);
                if (part != null) {
                    findMissing(part, inner, missing);
                } else if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                    missing.add(missing(inner));
                }
            }
        }
    }

    private static Problem.Detail missing(String path) {
        return Problem.Detail.of(path, "'" + path + "' is missing");
    }

    /** Returns the name that a component has in a body. */
    private static String name(RecordComponent component) {
        JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
        return named == null ? component.getName() : named.value();
    }

    private static @Nullable Object part(Object value, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record cannot be read: " + component, e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import org.plateaubench.engine.document.Documents;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Reads the body of a request strictly: unknown, repeated and missing properties are refused. Thread-safe. */
public final class Body {
    private static final String JSON = "application/json";

    /** Statuses after which the rest of a body is not read: it is malformed, came too slowly, or is too large. */
    private static final Set<Integer> UNREADABLE = Set.of(400, 408, 413);

    private Body() {}

    /**
     * Reads the body of a request as a record. A component that is not {@code @Nullable} must be present.
     *
     * @throws Problem 415 when it is not JSON, 413 when it is too large, 422 with the path of the first error
     */
    public static <T> T read(Context context, Class<T> type) {
        String contentType = context.contentType();
        if (contentType == null || !contentType.split(";", 2)[0].strip().equalsIgnoreCase(JSON)) {
            throw new Problem(415, "The body must be JSON, with Content-Type: " + JSON + ".");
        }
        try {
            return Documents.readKnown(context.body(), type);
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
    }

    private static Problem wrong(IllegalArgumentException refused) {
        String message = String.valueOf(refused.getMessage());
        if (refused.getCause() instanceof UnrecognizedPropertyException unknown) {
            List<String> known = unknown.getKnownPropertyIds().stream()
                    .map(String::valueOf)
                    .sorted()
                    .toList();
            message += "; known: " + String.join(", ", known);
        }
        return Problem.wrongInput(
                "The body does not match the schema of this route.",
                Problem.Detail.of(refused.getCause() instanceof JacksonException e ? path(e) : "", message));
    }

    private static String path(JacksonException refused) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : refused.getPath()) {
            if (step.getPropertyName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return path.toString();
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
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A failed request; becomes an answer of type {@code application/problem+json} (RFC 9457). */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final transient List<Detail> details;
    private final transient Map<String, String> headers;

    /**
     * One of several errors of the input.
     *
     * @param path path of the value within the input; empty for the whole
     * @param line line, from 1; null when the input has none
     * @param column column, from 1; null when the input has none
     */
    public record Detail(
            String path, @Nullable Integer line, @Nullable Integer column, String message) {
        /** Returns an error of a value without a place in a text. */
        public static Detail of(String path, String message) {
            return at(path, 0, 0, message);
        }

        /** Returns an error at a place of a text; a line or column of 0 is none. */
        public static Detail at(String path, int line, int column, String message) {
            return new Detail(
                    path,
                    line == 0 ? null : Integer.valueOf(line),
                    column == 0 ? null : Integer.valueOf(column),
                    message);
        }
    }

    public Problem(int status, String message) {
        this(status, message, List.of(), Map.of());
    }

    /** Creates a problem whose answer has additional headers. */
    public Problem(int status, String message, List<Detail> details, Map<String, String> headers) {
        super(message, null, false, false);
        this.status = status;
        this.details = List.copyOf(details);
        this.headers = Map.copyOf(headers);
    }

    public static Problem notFound(String message) {
        return new Problem(404, message);
    }

    public static Problem conflict(String message) {
        return new Problem(409, message);
    }

    public static Problem wrongInput(String message, Detail... details) {
        return wrongInput(message, List.of(details));
    }

    public static Problem wrongInput(String message, List<Detail> details) {
        return new Problem(422, message, details, Map.of());
    }

    /** Returns the problem of one value; the message is a predicate, such as {@code must be a number}. */
    public static Problem wrongValue(String path, String message) {
        return wrongInput("'" + path + "' " + message + ".", Detail.of(path, message));
    }

    /** Creates the problem of a request that may succeed after this number of seconds. */
    public static Problem later(int status, String message, long seconds) {
        return new Problem(status, message, List.of(), Map.of("Retry-After", String.valueOf(seconds)));
    }

    /** Creates the problem of a request that the end of the console interrupts; the thread stays interrupted. */
    public static Problem ending() {
        Thread.currentThread().interrupt();
        return new Problem(503, "The console is ending.");
    }

    public int status() {
        return status;
    }

    public Map<String, String> headers() {
        return headers;
    }

    public List<Detail> details() {
        return details;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why a request is not answered as asked; becomes an answer of type {@code application/problem+json} (RFC 9457). */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final transient List<Detail> details;
    private final transient Map<String, String> headers;

    /**
     * One of several things that are wrong.
     *
     * @param path path of the value within the input; empty for the whole
     * @param line line, from 1; null when the input has none
     * @param column column, from 1; null when the input has none
     * @param message a sentence for a person
     */
    public record Detail(
            String path, @Nullable Integer line, @Nullable Integer column, String message) {}

    /**
     * A problem.
     *
     * @param status status of HTTP, from 400 on
     * @param message a sentence for a person
     * @param details everything that is wrong with the input
     */
    public Problem(int status, String message, List<Detail> details) {
        this(status, message, details, Map.of());
    }

    /**
     * A problem whose answer has headers of its own.
     *
     * @param status status of HTTP, from 400 on
     * @param message a sentence for a person
     * @param details everything that is wrong with the input
     * @param headers headers of the answer
     */
    public Problem(int status, String message, List<Detail> details, Map<String, String> headers) {
        super(message, null, false, false);
        this.status = status;
        this.details = List.copyOf(details);
        this.headers = Map.copyOf(headers);
    }

    /** What is asked for is not there. */
    public static Problem notFound(String message) {
        return new Problem(404, message, List.of());
    }

    /** What is asked for cannot be done as things stand. */
    public static Problem conflict(String message) {
        return new Problem(409, message, List.of());
    }

    /** The input is wrong. */
    public static Problem wrongInput(String message, Detail... details) {
        return new Problem(422, message, List.of(details));
    }

    /** Status of HTTP. */
    public int status() {
        return status;
    }

    /** Headers of the answer. */
    public Map<String, String> headers() {
        return headers;
    }

    /** Everything that is wrong with the input. */
    public List<Detail> details() {
        return details;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EofException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;

/** Turns failures into answers, which never reveal internals. Thread-safe. */
public final class Failures {
    /** Media type of RFC 9457. */
    public static final String TYPE = "application/problem+json";

    private static final Logger LOG = System.getLogger("org.plateaubench.web");

    private static final int NOT_FOUND = 404;

    private final AtomicLong numbers = new AtomicLong();

    /**
     * Answers a failure, and never throws: Javalin calls a failing handler again with the new failure, without end.
     * Javalin also continues a request after its stream, when the server may have recycled it.
     */
    public void handle(Exception failure, Context context) {
        if (isRecycled(context)) {
            return;
        }
        try {
            answer(context, problemOf(failure, context));
        } catch (Problem problem) {
            answer(context, problem);
        } catch (Exception e) {
            LOG.log(Level.WARNING, "a failure could not be answered", e);
            fail(context);
        }
    }

    private static void fail(Context context) {
        try {
            context.res().setStatus(500);
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "no caller waits for the answer", e);
        }
    }

    /**
     * Returns the problem that answers a failure. An unexpected failure is logged once, under a number that the answer
     * names.
     */
    Problem problemOf(Throwable failure, Context context) {
        return switch (failure) {
            case Problem problem -> problem;
            case HttpResponseException answer -> new Problem(answer.getStatus(), sentence(answer));
            default -> serverProblem(failure, context);
        };
    }

    /**
     * Returns whether the server has recycled a request, as it does when the caller of a stream leaves. The request can
     * then be neither read nor answered.
     */
    private static boolean isRecycled(Context context) {
        try {
            context.path();
            return false;
        } catch (NullPointerException e) {
            return true;
        }
    }

    private Problem serverProblem(Throwable failure, Context context) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpException bad && bad.getCode() < 500) {
                return new Problem(bad.getCode(), HttpStatus.getMessage(bad.getCode()) + ".");
            }
            if (isLate(cause)) {
                return late();
            }
        }
        return new Problem(500, logUnexpected(context.method().name() + " " + context.path(), failure));
    }

    /** Returns whether a request failed because it did not arrive in time, or not to its end. */
    public static boolean isLate(@Nullable Throwable cause) {
        return cause instanceof EofException || cause instanceof TimeoutException;
    }

    /** Returns the answer to a request that did not arrive in time. */
    public static Problem late() {
        return new Problem(408, "The request did not arrive in time.");
    }

    private String logUnexpected(String where, Throwable failure) {
        long number = numbers.incrementAndGet();
        LOG.log(Level.ERROR, "error " + number + " in " + where, failure);
        return "The console failed unexpectedly; its log has the cause as error " + number + ".";
    }

    /** Answers after an error of the virtual machine, such as out of memory. */
    public void answerError(HttpServletResponse response, Error error) {
        byte[] document = document(new Problem(500, logUnexpected("a request", error)));
        try {
            response.setStatus(500);
            response.setContentType(TYPE);
            response.getOutputStream().write(document);
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "no caller waits for the answer", e);
        }
    }

    private static String sentence(HttpResponseException answer) {
        return switch (answer.getStatus()) {
            case NOT_FOUND -> "There is no page or route at this address.";
            case 405 -> "This cannot be done here.";
            case 413 -> "The request is too large.";
            default -> HttpStatus.getMessage(answer.getStatus()) + ".";
        };
    }

    static void answer(Context context, Problem problem) {
        if (!context.res().isCommitted()) {
            // Removes headers that a handler set for its intended answer.
            context.res().reset();
            SecurityHeaders.addTo(context);
        }
        problem.headers().forEach(context::header);
        context.status(problem.status())
                .header("Cache-Control", "no-store")
                .contentType(TYPE)
                .result(document(problem));
    }

    /** The document of a problem, with the names of RFC 9457. */
    private record Document(
            String type,
            String title,
            int status,
            String detail,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Problem.Detail> problems) {}

    /** Returns the document of a problem, JSON. Unpaired surrogates, which a quoted text may have, become '?'. */
    public static byte[] document(Problem problem) {
        Document document = new Document(
                "about:blank",
                HttpStatus.getMessage(problem.status()),
                problem.status(),
                Objects.requireNonNullElse(problem.getMessage(), ""),
                problem.details());
        return Documents.line(document).getBytes(StandardCharsets.UTF_8);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http.server;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Failures;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;

/** Answers failures before a request reaches a route, such as a malformed request. */
final class ServerErrors extends ErrorHandler {
    private final Journal journal;

    /**
     * Creates the answers.
     *
     * @param journal records the refused requests
     */
    ServerErrors(Journal journal) {
        this.journal = journal;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        // Jetty calls it a failure of the server when the console ends a request that is too slow.
        Problem problem = Failures.isLate(cause) ? Failures.late() : notTaken(code);
        response.setStatus(problem.status());
        headers(response.getHeaders());
        try {
            journal.write(Journal.Entry.unrouted(
                    request.getMethod(),
                    problem.status() + " " + HttpStatus.getMessage(problem.status()),
                    Request.getRemoteAddr(request)));
        } finally {
            response.write(true, ByteBuffer.wrap(Failures.document(problem)), callback);
        }
    }

    /** Jetty would answer methods other than GET, POST and HEAD without a body. */
    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    private static void headers(HttpFields.Mutable fields) {
        fields.put(new HttpField(HttpHeader.CONTENT_TYPE, Failures.TYPE));
        fields.put(new HttpField("X-Content-Type-Options", "nosniff"));
        fields.put(new HttpField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"));
        fields.put(new HttpField(HttpHeader.CACHE_CONTROL, "no-store"));
    }

    private static Problem notTaken(int status) {
        return new Problem(
                status,
                "The server did not take the request: send a path without encoded slashes or dots, and headers that"
                        + " are well-formed and short.");
    }
}

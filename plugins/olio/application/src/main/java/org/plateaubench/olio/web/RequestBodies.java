// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/** Reads bodies of requests, within bounds. */
final class RequestBodies {
    private static final int SHORT_FORM_BYTES_AT_MOST = 32 * 1024;
    private static final int FIELDS_AT_MOST = 50;
    private static final String SHORT_FORM = "application/x-www-form-urlencoded";

    private static final long SILENCE_MILLIS = 1_000;

    private RequestBodies() {}

    /** Returns the value of each field of a short form; of fields with the same name the first, empty for none. */
    static UnaryOperator<String> shortForm(Request request) throws Refused {
        if (!hasType(request, SHORT_FORM)) {
            throw new Refused(415, "Not understood", "This is not how a form is sent.");
        }
        try {
            Fields fields = FormFields.getFields(request, FIELDS_AT_MOST, SHORT_FORM_BYTES_AT_MOST);
            return name -> {
                String value = fields.getValue(name);
                return value == null ? "" : value;
            };
        } catch (RuntimeException e) {
            throw isTooLarge(e) ? Refused.tooLarge() : Refused.malformed();
        }
    }

    static boolean isTooLarge(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpException http && http.getCode() == HttpStatus.PAYLOAD_TOO_LARGE_413) {
                return true;
            }
        }
        return false;
    }

    static boolean hasType(Request request, String wanted) {
        String type = contentType(request);
        return type != null && type.toLowerCase(Locale.ROOT).startsWith(wanted);
    }

    static @Nullable String contentType(Request request) {
        return request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    }

    /**
     * Reads the unused rest of a body: a client that still sends when its connection is closed loses the answer too. A
     * client that sent {@code Expect: 100-continue} gets no permission to continue.
     *
     * @return whether everything was read, so that the connection can be used again
     */
    static boolean discard(Request request) {
        if (!HttpMethod.POST.is(request.getMethod())) {
            return true;
        }
        if (request.getHeaders().contains(HttpHeader.EXPECT)) {
            return false;
        }
        EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
        long usualMillis = connection.getIdleTimeout();
        try {
            // Does not wait for a client that stops sending.
            connection.setIdleTimeout(SILENCE_MILLIS);
            Request.asInputStream(request).transferTo(OutputStream.nullOutputStream());
            connection.setIdleTimeout(usualMillis);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartConfig;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.olio.data.MediaKind;

/** Reads bodies of requests, within bounds. */
final class RequestBodies {
    private static final int MAX_SHORT_FORM_BYTES = 32 * 1024;
    private static final int MAX_FIELDS = 50;
    private static final String SHORT_FORM = "application/x-www-form-urlencoded";

    private static final long SILENCE_MILLIS = 1_000;

    private RequestBodies() {}

    /** Returns the value of each field of a short form; of fields with the same name the first, empty for none. */
    static UnaryOperator<String> shortForm(Request request) {
        if (!hasType(request, SHORT_FORM)) {
            throw new Refused(415, "Not understood", "This is not how a form is sent.");
        }
        try {
            Fields fields = FormFields.getFields(request, MAX_FIELDS, MAX_SHORT_FORM_BYTES);
            return name -> Exchange.value(fields, name);
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
     * Reads the unused rest of a body: a client that still sends when the connection is closed may lose the answer. A
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

    /** A received form with files. Files larger than a few kilobytes are on disk. Not thread-safe. */
    static final class LongForm implements AutoCloseable {
        private static final long MAX_FILE_BYTES = 2L * 1024 * 1024;

        private static final long MAX_TOTAL_BYTES = 2 * MAX_FILE_BYTES + 256 * 1024;
        private static final int MAX_MEMORY_BYTES = 16 * 1024;
        private static final int MAX_PART_HEADER_BYTES = 4 * 1024;
        private static final int MAX_PARTS = 40;
        private static final String TYPE = "multipart/form-data";

        private final MultiPartFormData.Parts parts;
        private final Form.Filled filled;
        private boolean tooLarge;

        private LongForm(MultiPartFormData.Parts parts, Form form) {
            this.parts = parts;
            this.filled = form.filled(this::text);
        }

        static LongForm read(Request request, Path folder, Form form) {
            String contentType = RequestBodies.contentType(request);
            if (contentType == null || !RequestBodies.hasType(request, TYPE)) {
                throw new Refused(415, "Not understood", "This is not how a form with files is sent.");
            }
            if (request.getLength() > MAX_TOTAL_BYTES) {
                throw Refused.tooLarge();
            }
            MultiPartConfig config = new MultiPartConfig.Builder()
                    .location(folder)
                    .maxParts(MAX_PARTS)
                    .maxSize(MAX_TOTAL_BYTES)
                    .maxPartSize(-1)
                    .maxMemoryPartSize(MAX_MEMORY_BYTES)
                    .maxHeadersSize(MAX_PART_HEADER_BYTES)
                    .useFilesForPartsWithoutFileName(false)
                    .build();
            try {
                return new LongForm(MultiPartFormData.getParts(request, request, contentType, config), form);
            } catch (RuntimeException e) {
                throw RequestBodies.isTooLarge(e) ? Refused.tooLarge() : Refused.malformed();
            }
        }

        Form.Filled filled() {
            return filled;
        }

        /** Returns the status of the page that shows the form again. */
        int status() {
            return tooLarge ? 413 : 422;
        }

        private String text(String name) {
            MultiPart.Part part = parts.getFirst(name);
            return part == null || part.getFileName() != null ? "" : part.getContentAsString(StandardCharsets.UTF_8);
        }

        /** Stores a file if one was chosen and the rest of the form is acceptable; a problem of the file becomes an error. */
        void receive(String field, Upload files, MediaKind kind) throws IOException {
            MultiPart.Part part = parts.getFirst(field);
            if (part == null || part.getFileName() == null || part.getLength() == 0) {
                return;
            }
            if (part.getLength() > MAX_FILE_BYTES) {
                tooLarge = true;
                filled.reject(field, "This file is larger than 2 MB.");
            }
            if (filled.isAcceptable()) {
                part.writeTo(files.received());
                filled.reject(field, files.accept(kind));
            }
        }

        @Override
        public void close() {
            parts.close();
        }
    }
}

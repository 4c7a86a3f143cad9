// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.upload.UploadFolder;
import org.plateaubench.plugin.olio.data.media.MediaKind;

/** Serves pictures and documents: the uploaded one, or one generated from the number. */
public final class StoredFiles extends Handler.Abstract {
    private static final MediaKind[] KINDS = MediaKind.values();
    private static final String LIFETIME = "public, max-age=604800";

    /** A file generated from a number never changes; any past date will do. */
    private static final Instant SYNTHESISED = Instant.parse("2026-01-01T00:00:00Z");

    private static final String SYNTHESISED_DATE = ConditionalRequests.date(SYNTHESISED);

    private final UploadFolder uploads;

    /** Creates the handler with the folder of uploads. */
    public StoredFiles(UploadFolder uploads) {
        this.uploads = uploads;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws IOException {
        String path = Request.getPathInContext(request);
        if (!path.startsWith(MediaKind.PICTURES) && !path.startsWith(MediaKind.DOCUMENTS)) {
            return false;
        }
        FileKey wanted = wanted(path);
        if (wanted == null) {
            Response.writeError(request, response, callback, 404);
            return true;
        }
        Optional<Path> uploaded = uploads.find(wanted.kind, wanted.id);
        if (uploaded.isPresent()) {
            answerUploaded(request, response, callback, wanted, uploaded.get());
        } else if (begin(request, response, wanted, "made-" + wanted.id, SYNTHESISED, SYNTHESISED_DATE)) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, wanted.kind.sizeBytes());
            if (HttpMethod.HEAD.is(request.getMethod())) {
                callback.succeeded();
                return true;
            }
            try (OutputStream out = Response.asBufferedOutputStream(request, response)) {
                wanted.kind.writeTo(out, wanted.id);
            }
            callback.succeeded();
        } else {
            callback.succeeded();
        }
        return true;
    }

    private static void answerUploaded(Request request, Response response, Callback callback, FileKey wanted, Path file)
            throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        Instant modified = attributes.lastModifiedTime().toInstant();
        Instant second = modified.truncatedTo(ChronoUnit.SECONDS);
        String tag = Long.toHexString(modified.toEpochMilli()) + "-" + Long.toHexString(attributes.size());
        if (begin(request, response, wanted, tag, second, ConditionalRequests.date(second))) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, attributes.size());
            if (!HttpMethod.HEAD.is(request.getMethod())) {
                try (OutputStream out = Response.asBufferedOutputStream(request, response)) {
                    Files.copy(file, out);
                }
            }
        }
        callback.succeeded();
    }

    /** Sets the headers; returns false when the client has the file already. */
    private static boolean begin(
            Request request, Response response, FileKey wanted, String tag, Instant modified, String date) {
        HttpFields.Mutable headers = response.getHeaders();
        ConditionalRequests.describe(headers, tag, date);
        headers.put(HttpHeader.CACHE_CONTROL, LIFETIME);
        SafetyHandler.putForFile(headers, wanted.kind != MediaKind.EVENT_DOCUMENT);
        if (ConditionalRequests.isTheSame(request.getHeaders(), tag, modified)) {
            response.setStatus(304);
            return false;
        }
        headers.put(HttpHeader.CONTENT_TYPE, wanted.kind.contentType());
        return true;
    }

    private static @Nullable FileKey wanted(String path) {
        for (MediaKind kind : KINDS) {
            int id = kind.idIn(path, 0);
            if (id > 0) {
                return new FileKey(kind, id);
            }
        }
        return null;
    }

    private record FileKey(MediaKind kind, int id) {}
}

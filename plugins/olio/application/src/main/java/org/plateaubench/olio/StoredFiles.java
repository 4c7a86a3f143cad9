// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.eclipse.jetty.http.DateGenerator;
import org.eclipse.jetty.http.EtagUtils;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.plateaubench.plugin.olio.data.MediaKind;

/** Serves pictures and documents: the uploaded one, or one generated from the number. */
final class StoredFiles extends Handler.Abstract {
    private static final MediaKind[] KINDS = MediaKind.values();
    private static final String LIFETIME = "public, max-age=604800";

    /** The date of generated files, which never change: any past date. */
    private static final Instant GENERATED_AT = Instant.parse("2026-01-01T00:00:00Z");

    private final UploadFolder uploads;

    StoredFiles(UploadFolder uploads) {
        this.uploads = uploads;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws IOException {
        String path = Request.getPathInContext(request);
        if (!path.startsWith(MediaKind.PICTURES) && !path.startsWith(MediaKind.DOCUMENTS)) {
            return false;
        }
        for (MediaKind kind : KINDS) {
            int id = kind.idIn(path, 0);
            if (id > 0) {
                answer(request, response, callback, kind, id);
                return true;
            }
        }
        Response.writeError(request, response, callback, 404);
        return true;
    }

    private void answer(Request request, Response response, Callback callback, MediaKind kind, int id)
            throws IOException {
        Optional<Path> uploaded = uploads.find(kind, id);
        String tag = "made-" + id;
        Instant modified = GENERATED_AT;
        long length = kind.sizeBytes();
        if (uploaded.isPresent()) {
            BasicFileAttributes attributes = Files.readAttributes(uploaded.get(), BasicFileAttributes.class);
            modified = attributes.lastModifiedTime().toInstant();
            length = attributes.size();
            tag = Long.toHexString(modified.toEpochMilli()) + "-" + Long.toHexString(length);
        }
        if (begin(request, response, kind, '"' + tag + '"', DateGenerator.formatDate(modified.toEpochMilli()))) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
            if (!HttpMethod.HEAD.is(request.getMethod())) {
                try (OutputStream out = Response.asBufferedOutputStream(request, response)) {
                    if (uploaded.isPresent()) {
                        Files.copy(uploaded.get(), out);
                    } else {
                        kind.writeTo(out, id);
                    }
                }
            }
        }
        callback.succeeded();
    }

    /** Sets the headers; returns false when the client has the file already. */
    private static boolean begin(Request request, Response response, MediaKind kind, String tag, String date) {
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.ETAG, tag);
        headers.put(HttpHeader.LAST_MODIFIED, date);
        headers.put(HttpHeader.CACHE_CONTROL, LIFETIME);
        if (isKnown(request.getHeaders(), tag, date)) {
            response.setStatus(304);
            return false;
        }
        headers.put(HttpHeader.CONTENT_TYPE, kind.contentType());
        return true;
    }

    /**
     * Returns whether the client has this content (RFC 9110, 13.1). If it sends entity tags, the date does not matter.
     * The date must be the same, and not only later: a reset brings back older content.
     */
    private static boolean isKnown(HttpFields request, String tag, String date) {
        String tags = request.get(HttpHeader.IF_NONE_MATCH);
        if (tags == null) {
            return date.equals(request.get(HttpHeader.IF_MODIFIED_SINCE));
        }
        return Arrays.stream(tags.split(",", -1))
                .map(String::strip)
                .anyMatch(known -> known.equals("*") || EtagUtils.matches(known, tag));
    }
}

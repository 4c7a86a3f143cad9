// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Style sheets, scripts and drawings, from the class path; each is read and compressed once. */
public final class StaticFiles extends Handler.Abstract.NonBlocking {
    private static final Pattern PATH = Pattern.compile("/static/([a-z]{1,10}/[a-z-]{1,20}\\.(css|js|svg|png))");
    private static final String LIFETIME = "public, max-age=86400";
    private static final int TAG_BYTES = 8;
    private static final Map<String, String> TYPES = Map.of(
            "css", "text/css;charset=utf-8",
            "js", "text/javascript;charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png");

    private final Map<String, StaticFile> files = new ConcurrentHashMap<>();
    private final Instant modified;
    private final String modifiedDate;

    /** Creates the handler; the time of the last change is the start of the application, which is never earlier. */
    public StaticFiles(Instant started) {
        this.modified = started.truncatedTo(ChronoUnit.SECONDS);
        this.modifiedDate = ConditionalRequests.date(modified);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws IOException {
        String path = Request.getPathInContext(request);
        if (!path.startsWith("/static/")) {
            return false;
        }
        StaticFile file = file(path);
        if (file == null) {
            Response.writeError(request, response, callback, 404);
            return true;
        }
        boolean gzip = file.gzip != null && acceptsGzip(request.getHeaders());
        String tag = gzip ? file.tag + "-gzip" : file.tag;
        HttpFields.Mutable headers = response.getHeaders();
        ConditionalRequests.describe(headers, tag, modifiedDate);
        headers.put(HttpHeader.CACHE_CONTROL, LIFETIME);
        if (file.gzip != null) {
            headers.put(HttpHeader.VARY, "Accept-Encoding");
        }
        if (ConditionalRequests.isKnown(request.getHeaders(), tag, modified)) {
            response.setStatus(304);
            callback.succeeded();
            return true;
        }
        byte[] bytes = gzip && file.gzip != null ? file.gzip : file.bytes;
        headers.put(HttpHeader.CONTENT_TYPE, file.type);
        headers.put(HttpHeader.CONTENT_LENGTH, bytes.length);
        if (gzip) {
            headers.put(HttpHeader.CONTENT_ENCODING, "gzip");
        }
        response.write(true, ByteBuffer.wrap(bytes), callback);
        return true;
    }

    private static boolean acceptsGzip(HttpFields request) {
        return request.contains(HttpHeader.ACCEPT_ENCODING, "gzip");
    }

    private @Nullable StaticFile file(String path) throws IOException {
        StaticFile kept = files.get(path);
        if (kept != null) {
            return kept;
        }
        // The pattern keeps a path inside the folder.
        Matcher matcher = PATH.matcher(path);
        if (!matcher.matches()) {
            return null;
        }
        try (InputStream in = StaticFiles.class.getResourceAsStream("static/" + matcher.group(1))) {
            if (in == null) {
                return null;
            }
            StaticFile read = StaticFile.of(in.readAllBytes(), TYPES.getOrDefault(matcher.group(2), ""));
            files.put(path, read);
            return read;
        }
    }

    /** A file; {@code gzip} is null where compression does not make it smaller. */
    private static final class StaticFile {
        private final byte[] bytes;
        private final byte @Nullable [] gzip;
        private final String type;
        private final String tag;

        private StaticFile(byte[] bytes, byte @Nullable [] gzip, String type, String tag) {
            this.bytes = bytes;
            this.gzip = gzip;
            this.type = type;
            this.tag = tag;
        }

        static StaticFile of(byte[] bytes, String type) throws IOException {
            ByteArrayOutputStream compressed = new ByteArrayOutputStream(bytes.length);
            try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
                out.write(bytes);
            }
            byte[] gzip = compressed.size() < bytes.length ? compressed.toByteArray() : null;
            return new StaticFile(bytes, gzip, type, digest(bytes));
        }

        private static String digest(byte[] bytes) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
                return HexFormat.of().formatHex(digest, 0, TAG_BYTES);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        }
    }
}

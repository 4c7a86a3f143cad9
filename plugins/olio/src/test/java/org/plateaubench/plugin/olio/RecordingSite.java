// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server that answers with sample pages and records all requests. */
final class RecordingSite implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("; name=\"([^\"]*)\"");
    private static final Pattern FILE = Pattern.compile("; filename=\"([^\"]*)\"");
    private static final Pattern TYPE = Pattern.compile("(?m)^Content-Type: (\\S+)");
    private static final Pattern SESSION = Pattern.compile("session=(\\w+)");
    private static final Pattern LOGIN = Pattern.compile("name=(\\w+)");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> received = Collections.synchronizedList(new ArrayList<>());
    private volatile Pages pages;

    /** The pages of the site. */
    @FunctionalInterface
    interface Pages {
        Reply reply(SiteRequest request) throws IOException;
    }

    /** A request to the pages; the viewer is the name of the signed-in user, empty for none. */
    record SiteRequest(String method, String path, String query, String body, String viewer) {
        SiteRequest withViewer(String newViewer) {
            return new SiteRequest(method, path, query, body, newViewer);
        }

        boolean signedIn() {
            return !viewer.isEmpty();
        }

        boolean is(String wantedMethod, String wantedPath) {
            return method.equals(wantedMethod) && path.equals(wantedPath);
        }

        /** Returns the value of a field of a multipart form. */
        String part(String name) {
            String header = "name=\"" + name + "\"\r\n\r\n";
            int start = body.indexOf(header) + header.length();
            return body.substring(start, body.indexOf("\r\n", start));
        }
    }

    /** An answer; the last {@code cut} bytes are included in its length but not sent. */
    static final class Reply {
        private final int status;
        private final String type;
        private final byte[] body;
        private final String location;
        private final String cookie;
        private final int cut;

        private Reply(int status, String type, byte[] body, String location, String cookie, int cut) {
            this.status = status;
            this.type = type;
            this.body = body;
            this.location = location;
            this.cookie = cookie;
            this.cut = cut;
        }

        static Reply page(String html) {
            return new Reply(200, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8), "", "", 0);
        }

        static Reply of(String type, byte[] body) {
            return new Reply(200, type, body, "", "", 0);
        }

        static Reply status(int status) {
            return new Reply(status, "text/plain", "no".getBytes(StandardCharsets.UTF_8), "", "", 0);
        }

        static Reply redirect(String location) {
            return new Reply(302, "text/plain", new byte[0], location, "", 0);
        }

        /** Returns this reply with a cookie that signs in the user of a form. */
        Reply signingIn(SiteRequest form) {
            return new Reply(status, type, body, location, "session=" + found(LOGIN, form.body) + "; Path=/", cut);
        }

        Reply signingOut() {
            return new Reply(status, type, body, location, "session=; Path=/; Max-Age=0", cut);
        }

        /** Returns this reply with a text replaced in its body. */
        Reply with(String text, String replacement) {
            byte[] changed = new String(body, StandardCharsets.ISO_8859_1)
                    .replace(text, replacement)
                    .getBytes(StandardCharsets.ISO_8859_1);
            return new Reply(status, type, changed, location, cookie, cut);
        }

        Reply cutBy(int bytes) {
            return new Reply(status, type, body, location, cookie, bytes);
        }
    }

    RecordingSite(Pages pages) throws IOException {
        this.pages = pages;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void setPages(Pages newPages) {
        pages = newPages;
    }

    /** Returns the requests since the last call, in order. */
    List<String> received() {
        synchronized (received) {
            List<String> copy = List.copyOf(received);
            received.clear();
            return copy;
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String target = exchange.getRequestURI().toString();
        byte[] body = exchange.getRequestBody().readAllBytes();
        received.add(line(exchange, target, new String(body, StandardCharsets.ISO_8859_1)));
        String cookies = String.valueOf(exchange.getRequestHeaders().getFirst("Cookie"));
        String query = exchange.getRequestURI().getRawQuery();
        Reply reply = pages.reply(new SiteRequest(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                query == null ? "" : query,
                new String(body, StandardCharsets.ISO_8859_1),
                SESSION.matcher(cookies).find() ? found(SESSION, cookies) : ""));
        exchange.getResponseHeaders().set("Content-Type", reply.type);
        if (!reply.location.isEmpty()) {
            exchange.getResponseHeaders().set("Location", reply.location);
        }
        if (!reply.cookie.isEmpty()) {
            exchange.getResponseHeaders().set("Set-Cookie", reply.cookie);
        }
        boolean conditional = exchange.getRequestHeaders().containsKey("If-Modified-Since");
        if (conditional) {
            exchange.sendResponseHeaders(304, -1);
        } else if (reply.body.length == 0) {
            exchange.sendResponseHeaders(reply.status, -1);
        } else {
            exchange.sendResponseHeaders(reply.status, reply.body.length);
            exchange.getResponseBody().write(reply.body, 0, reply.body.length - reply.cut);
            exchange.getResponseBody().flush();
        }
        exchange.close();
    }

    private static String line(HttpExchange exchange, String target, String body) {
        String line = exchange.getRequestMethod() + " " + target;
        if (exchange.getRequestHeaders().containsKey("If-Modified-Since")) {
            line += " if modified";
        }
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        return body.isEmpty() ? line : line + " [" + String.join(", ", fields(type, body)) + "]";
    }

    private static List<String> fields(@Nullable String type, String body) {
        if (type == null || !type.startsWith("multipart/form-data")) {
            return List.of(URLDecoder.decode(body, StandardCharsets.UTF_8).split("&"));
        }
        List<String> fields = new ArrayList<>();
        String boundary = "--" + type.substring(type.indexOf("boundary=") + "boundary=".length());
        String[] parts = body.split(Pattern.quote(boundary), -1);
        for (String part : List.of(parts).subList(1, parts.length - 1)) {
            int end = part.indexOf("\r\n\r\n");
            String header = part.substring(0, end);
            int length = part.length() - end - "\r\n\r\n".length() - "\r\n".length();
            fields.add(found(NAME, header)
                    + (header.contains("filename=")
                            ? "=" + found(FILE, header) + " " + found(TYPE, header) + " " + length
                            : ""));
        }
        return fields;
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "?";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}

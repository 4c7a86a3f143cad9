// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The pages and the libraries they use, read once from the class path: a request is looked up by name and never opens a
 * path. Any thread.
 */
public final class StaticFiles implements Routes {
    /** Folder of the pages on the class path. */
    static final String PAGES = "org/plateaubench/web/ui";

    /** Folder of the modules and style sheets that reports have too; they are served among the pages. */
    static final String SHARED = "org/plateaubench/engine/report/ui";

    /** Libraries among the pages, as they were bundled. */
    private static final String VENDOR = "vendor/";

    private static final String INDEX = "/index.html";

    /** The files of each library that are served. */
    private static final Map<String, String> LIBRARIES = Map.of(
            "chart.js", "dist/chart\\.umd\\.js|LICENSE\\.md",
            "lit-html", "[a-z-]+\\.js|directives/[a-z-]+\\.js|LICENSE");

    /** Paths of pages; the modules that the browser loads decide what each shows. */
    private static final List<String> PAGE_PATHS = List.of(
            "/",
            "/new",
            "/queue",
            "/runs/{id}",
            "/runs/{id}/live",
            "/compare",
            "/history",
            "/studies",
            "/studies/{id}",
            "/rig",
            "/plugins",
            "/plugins/{id}",
            "/users",
            "/account",
            "/audit",
            "/allow-list",
            "/wall",
            "/api-description",
            "/sign-in");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "woff2", "font/woff2",
            "json", "application/json");

    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final int WORTH_COMPRESSING_BYTES = 1024;

    private final Map<String, StaticFile> files = new TreeMap<>();

    /** A file as it is sent. */
    private static final class StaticFile {
        private final String type;
        private final String tag;
        private final byte[] plain;
        private final byte @Nullable [] compressed;

        StaticFile(String type, String tag, byte[] plain, byte @Nullable [] compressed) {
            this.type = type;
            this.tag = tag;
            this.plain = plain;
            this.compressed = compressed;
        }
    }

    private StaticFiles() {}

    /** Reads the files. */
    public static StaticFiles read(ClassLoader loader) throws IOException {
        StaticFiles all = new StaticFiles();
        for (Map.Entry<String, byte[]> file : pages(loader)) {
            all.add("/" + file.getKey(), file.getValue());
        }
        for (Map.Entry<String, String> library : LIBRARIES.entrySet()) {
            for (Map.Entry<String, byte[]> file : ResourceFolder.library(loader, library.getKey())) {
                if (file.getKey().matches(library.getValue())) {
                    all.add("/library/" + library.getKey() + "/" + file.getKey(), file.getValue());
                }
            }
        }
        return all;
    }

    /** Returns every file of the pages as it is served, by its path among them. */
    static List<Map.Entry<String, byte[]>> pages(ClassLoader loader) throws IOException {
        List<Map.Entry<String, byte[]>> files =
                new ArrayList<>(ResourceFolder.files(loader, SHARED, SHARED + "/page/result-view.js"));
        files.addAll(ResourceFolder.files(loader, PAGES, PAGES + INDEX));
        files.replaceAll(file -> file.getKey().endsWith(".js") && !file.getKey().startsWith(VENDOR)
                ? Map.entry(file.getKey(), withoutComments(file.getValue()))
                : file);
        return files;
    }

    private void add(String path, byte[] content) {
        String type = TYPES.getOrDefault(path.substring(path.lastIndexOf('.') + 1), PLAIN);
        byte[] compressed = content.length < WORTH_COMPRESSING_BYTES ? null : compressed(content);
        String tag = '"'
                + Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(Secrets.digest(content))
                        .substring(0, 22)
                + '"';
        files.put(path, new StaticFile(type, tag, content, compressed));
    }

    @Override
    public void addTo(RouteTable table) {
        for (String page : PAGE_PATHS) {
            table.open(page, context -> answer(context, INDEX));
        }
        table.missingPage(this::missingPage);
        files.keySet().stream()
                .map(path -> path.indexOf('/', 1) < 0 ? path : path.substring(0, path.indexOf('/', 1)) + "/<file>")
                .distinct()
                .forEach(path -> table.open(path, context -> answer(context, context.path())));
        if (!files.containsKey("/favicon.ico") && files.containsKey("/favicon.svg")) {
            table.open("/favicon.ico", context -> answer(context, "/favicon.svg"));
        }
    }

    /** Answers with the frame of the pages, in which the modules show that there is no such page. */
    private void missingPage(Context context) {
        StaticFile index = Objects.requireNonNull(files.get(INDEX));
        context.status(404)
                .header("Cache-Control", "no-store")
                .contentType(index.type)
                .result(index.plain);
    }

    private void answer(Context context, String path) {
        StaticFile file = files.get(path);
        if (file == null) {
            throw Problem.notFound("There is nothing here.");
        }
        context.disableCompression();
        context.header("ETag", file.tag)
                .header("Cache-Control", "no-cache")
                .header("Vary", "Accept-Encoding")
                .contentType(file.type);
        String known = context.header("If-None-Match");
        if (known != null && known.contains(file.tag)) {
            context.status(304);
            return;
        }
        String encodings = context.header("Accept-Encoding");
        byte[] compressed = file.compressed;
        if (compressed != null && encodings != null && encodings.contains("gzip")) {
            context.header("Content-Encoding", "gzip").result(compressed);
        } else {
            context.result(file.plain);
        }
    }

    /**
     * Empties the lines of a module that are comments only, but for that of the licence, since they are a sixth of what a page loads. Line numbers
     * stay as they are. No template of a page has such a line.
     */
    private static byte[] withoutComments(byte[] module) {
        StringBuilder text = new StringBuilder();
        boolean isInBlock = false;
        for (String line : new String(module, StandardCharsets.UTF_8).split("\n", -1)) {
            String start = line.strip();
            isInBlock |= start.startsWith("/*");
            boolean isComment = isInBlock || (start.startsWith("//") && !start.startsWith("// SPDX"));
            text.append(isComment ? "" : line).append('\n');
            isInBlock &= !start.endsWith("*/");
        }
        text.setLength(text.length() - 1);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] compressed(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}

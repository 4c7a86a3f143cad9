// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.staticfiles.Location;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.plateaubench.engine.document.Documents;

/**
 * The pages and the libraries that they use, which Javalin serves from the class path. {@code pages.json} is the one
 * table of pages: this class answers each of their paths with the same document, whose modules read the same table.
 */
public final class StaticFiles implements Routes {
    /** Folder of the pages on the class path. */
    static final String PAGES = "org/plateaubench/web/ui";

    /** Folder of the modules and style sheets that reports have too; they are served among the pages. */
    static final String SHARED = "org/plateaubench/engine/report/ui";

    /** Libraries, published as WebJars, that modules import below {@code /library}. */
    static final List<String> LIBRARIES = List.of("chart.js", "lit-html");

    /** A file up to this size is compressed once and kept, bytes. */
    private static final int KEPT_BYTES = 1 << 20;

    private final Optional<Path> changed;
    private final byte[] index;
    private final List<Page> pages;

    private StaticFiles(Optional<Path> changed) throws IOException {
        this.changed = changed;
        index = resource(PAGES + "/index.html");
        String table = new String(resource(PAGES + "/pages.json"), StandardCharsets.UTF_8);
        pages = List.of(Documents.read(table, Page[].class));
    }

    private record Page(String path, String module) {}

    /** Returns the files of the class path. */
    public static StaticFiles read() throws IOException {
        return new StaticFiles(Optional.empty());
    }

    /** Returns the files of the class path; files of the folder take precedence. */
    static StaticFiles changed(Path folder) throws IOException {
        return new StaticFiles(Optional.of(folder));
    }

    @Override
    public void addTo(RouteTable table) {
        // The browser loads the page's module at the same time as those of all pages.
        pages.forEach(page -> table.open(page.path(), context -> {
            context.header("Link", "</page/" + page.module() + ".js>; rel=modulepreload");
            index(context);
        }));
    }

    /** Answers with the document of all pages; its modules show the page of the address, or that there is none. */
    private void index(Context context) {
        context.header("Cache-Control", "no-store")
                .contentType("text/html; charset=utf-8")
                .result(index);
    }

    /** Registers the files at a server; an unknown address in a browser gets the document of the pages. */
    public void addTo(JavalinConfig config) {
        // Programs do not accept HTML, and the API has no pages.
        config.routes.error(404, "html", context -> {
            if (!context.path().startsWith("/api/")) {
                index(context);
            }
        });
        changed.ifPresent(folder -> serve(config, "/", folder.toString(), Location.EXTERNAL));
        serve(config, "/", "/" + PAGES, Location.CLASSPATH);
        serve(config, "/", "/" + SHARED, Location.CLASSPATH);
        LIBRARIES.forEach(name -> serve(config, "/library/" + name, "/" + libraryFolder(name), Location.CLASSPATH));
    }

    private static void serve(JavalinConfig config, String path, String folder, Location location) {
        config.staticFiles.add(files -> {
            files.hostedPath = path;
            files.directory = folder;
            files.location = location;
            files.precompressMaxSize = KEPT_BYTES;
            // Javalin derives the tag of a file from its time and length, which may be equal in two builds.
            files.headers = Map.of("Cache-Control", "no-store");
        });
    }

    /** Returns the folder of a WebJar on the class path. */
    static String libraryFolder(String name) {
        Properties properties = new Properties();
        try {
            properties.load(
                    new ByteArrayInputStream(resource("META-INF/maven/org.webjars.npm/" + name + "/pom.properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "META-INF/resources/webjars/" + name + "/" + properties.getProperty("version");
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream stream = StaticFiles.class.getClassLoader().getResourceAsStream(name)) {
            if (stream == null) {
                throw new IOException("the console's libraries lack " + name + ": build Plateau again");
            }
            return stream.readAllBytes();
        }
    }
}

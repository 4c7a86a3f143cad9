// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** The files of the pages as they are served, those that reports share too. */
public final class PageFiles {
    private PageFiles() {}

    /** The text of each file by its path, which begins with a slash. */
    public static Map<String, String> texts() {
        Map<String, String> texts = below(StaticFiles.SHARED, StaticFiles.SHARED + "/page/result-view.js");
        // Of two files of one path that of the pages is served.
        texts.putAll(below(StaticFiles.PAGES, StaticFiles.PAGES + "/index.html"));
        return texts;
    }

    /**
     * Writes the files and lit-html to a folder, from which a program without a console loads the modules: paths of the
     * console's root are relative there.
     */
    public static void write(Path folder) throws IOException {
        for (Map.Entry<String, String> file : texts().entrySet()) {
            write(folder.resolve(file.getKey().substring(1)), file.getValue().replace("'/library/", "'../library/"));
        }
        String lit = StaticFiles.libraryFolder("lit-html");
        for (Map.Entry<String, String> file : below(lit, lit + "/lit-html.js").entrySet()) {
            write(folder.resolve("library/lit-html" + file.getKey()), file.getValue());
        }
        write(folder.resolve("package.json"), "{\"type\": \"module\"}");
    }

    /**
     * The pages with other texts, as a console serves them.
     *
     * @param folder where the texts are written
     * @param change gives the text of a file by its path and its present text
     */
    public static StaticFiles changed(Path folder, BinaryOperator<String> change) throws IOException {
        for (Map.Entry<String, String> file : texts().entrySet()) {
            write(folder.resolve(file.getKey().substring(1)), change.apply(file.getKey(), file.getValue()));
        }
        return StaticFiles.changed(folder);
    }

    /** The text of every file below a folder of the class path. */
    private static Map<String, String> below(String folder, String landmark) {
        try {
            URL url = Objects.requireNonNull(PageFiles.class.getClassLoader().getResource(landmark), landmark);
            URI uri = url.toURI();
            if (!uri.getScheme().equals("jar")) {
                Path file = Path.of(uri);
                int up = Path.of(folder).relativize(Path.of(landmark)).getNameCount();
                for (int i = 0; i < up; i++) {
                    file = Objects.requireNonNull(file.getParent());
                }
                return texts(file);
            }
            try (FileSystem jar = FileSystems.newFileSystem(
                    Path.of(new URI(uri.getSchemeSpecificPart().split("!", 2)[0])))) {
                return texts(jar.getPath(folder));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> texts(Path folder) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.put("/" + folder.relativize(file), Files.readString(file));
            }
        }
        return texts;
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
